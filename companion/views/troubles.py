"""The ids of all faults of a table, by the code of the message, and their effect on a game.

An id is short, stable and the same in every language.  One page explains them (docs/reference/faults.md).

Law: an id is never given to another fault, and a fault never gets another id.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from companion.views.table_view import Texts


class Harm(StrEnum):
    """The effect of a fault on a game.  `harm.NAME` among the doctor's texts is its sentence."""

    NO_GAME = "no_game"
    #: The game goes on and nothing is saved.
    UNSAVED = "unsaved"
    #: The game goes on without the part.
    PART = "part"
    NONE = "none"


class Fault(NamedTuple):
    """`id` is what screens show and the page of faults explains; most faults cost a part of the table."""

    id: str
    harm: Harm = Harm.PART


#: By the code of the message; the catalogues have its words: case and cure.
FAULTS: Final[dict[str, Fault]] = {
    # the program and its packages
    "package_missing": Fault("PT-SYS-01", Harm.NO_GAME),
    "package_version": Fault("PT-SYS-02", Harm.NONE),
    "python_version": Fault("PT-SYS-03", Harm.NO_GAME),
    "package_broken": Fault("PT-SYS-04", Harm.NO_GAME),
    "check_slow": Fault("PT-SYS-05", Harm.NONE),
    "check_failed": Fault("PT-SYS-06", Harm.NONE),
    "plugin_failed": Fault("PT-SYS-07"),
    "playout_missing": Fault("PT-SYS-08"),
    "voice_missing": Fault("PT-SYS-09"),
    "table_stumbled": Fault("PT-SYS-10"),
    "fault.no_table": Fault("PT-SYS-11", Harm.NO_GAME),
    "home.not_switched_off": Fault("PT-SYS-12", Harm.NONE),
    "home.no_browser": Fault("PT-SYS-13", Harm.NONE),
    "program_stumbled": Fault("PT-SYS-14"),
    "program_thread_lost": Fault("PT-SYS-15"),
    "computer_stumbled": Fault("PT-SYS-16"),
    "demo_stumbled": Fault("PT-SYS-17"),
    "voice_stumbled": Fault("PT-SYS-18"),
    "video_stumbled": Fault("PT-SYS-19"),
    "clips_stumbled": Fault("PT-SYS-20"),
    "fault.program": Fault("PT-SYS-21"),
    "lister_stumbled": Fault("PT-SYS-22", Harm.NONE),
    # the data folder and its disk
    "folder_missing": Fault("PT-DSK-01", Harm.UNSAVED),
    "folder_read_only": Fault("PT-DSK-02", Harm.UNSAVED),
    "disk_full": Fault("PT-DSK-03", Harm.UNSAVED),
    "disk_no_names": Fault("PT-DSK-10", Harm.UNSAVED),
    "folder_synced": Fault("PT-DSK-11", Harm.NONE),
    "disk_low": Fault("PT-DSK-04", Harm.NONE),
    "disk_slow": Fault("PT-DSK-05", Harm.NONE),
    "disk_failed": Fault("PT-DSK-06", Harm.UNSAVED),
    "fault.disk": Fault("PT-DSK-07", Harm.UNSAVED),
    "folder_absent": Fault("PT-DSK-08", Harm.UNSAVED),
    # settings and files of one's own
    "settings_corrupt": Fault("PT-SET-01"),
    "house_game_faulty": Fault("PT-SET-02"),
    "house_board_faulty": Fault("PT-SET-03"),
    "players_corrupt": Fault("PT-SET-04"),
    "fault.settings": Fault("PT-SET-05"),
    "setup.not_saved": Fault("PT-SET-06", Harm.NONE),
    "players.not_saved": Fault("PT-SET-07", Harm.NONE),
    "settings_newer": Fault("PT-SET-08"),
    "not_a_file": Fault("PT-DSK-09", Harm.UNSAVED),
    # the clock
    "clock_set_back": Fault("PT-CLK-01"),
    "clock_unset": Fault("PT-CLK-02"),
    "clock_alone": Fault("PT-CLK-03", Harm.NONE),
    # the record
    "record_failed": Fault("PT-REC-01", Harm.UNSAVED),
    "record_full": Fault("PT-REC-02", Harm.UNSAVED),
    "record_read_only": Fault("PT-REC-03", Harm.UNSAVED),
    "record_corrupt": Fault("PT-REC-04", Harm.UNSAVED),
    "record_newer": Fault("PT-REC-05", Harm.UNSAVED),
    "record_put_aside": Fault("PT-REC-06", Harm.NONE),
    "folder_held": Fault("PT-REC-07", Harm.NO_GAME),
    "games_damaged": Fault("PT-REC-08"),
    "games_newer": Fault("PT-REC-09"),
    "games.unreadable": Fault("PT-REC-10"),
    "restore_finished": Fault("PT-REC-11", Harm.NONE),
    "restore_undone": Fault("PT-REC-12", Harm.NONE),
    "record_locked": Fault("PT-REC-13", Harm.UNSAVED),
    "record_slow": Fault("PT-REC-14", Harm.UNSAVED),
    "record_no_names": Fault("PT-REC-15", Harm.UNSAVED),
    "results.not_kept": Fault("PT-REC-16", Harm.NONE),
    # the screen
    "no_display": Fault("PT-SCR-01", Harm.NO_GAME),
    "no_window": Fault("PT-SCR-02", Harm.NO_GAME),
    "slow_graphics": Fault("PT-SCR-03", Harm.NONE),
    "font_missing": Fault("PT-SCR-04"),
    "letters_missing": Fault("PT-SCR-05"),
    # the camera
    "camera_missing": Fault("PT-CAM-01"),
    "camera_lost": Fault("PT-CAM-02"),
    "camera_denied": Fault("PT-CAM-03"),
    "camera_busy": Fault("PT-CAM-04"),
    "camera_silent": Fault("PT-CAM-05"),
    "camera_slow": Fault("PT-CAM-06"),
    "camera_small": Fault("PT-CAM-07"),
    "camera_bad_picture": Fault("PT-CAM-08"),
    "camera_too_dark": Fault("PT-CAM-09"),
    "camera_blurred": Fault("PT-CAM-10"),
    "camera_searching": Fault("PT-CAM-11"),
    "camera_no_markers": Fault("PT-CAM-12"),
    "camera_marker_hidden": Fault("PT-CAM-13", Harm.NONE),
    "camera_glare": Fault("PT-CAM-14"),
    "camera_covered": Fault("PT-CAM-15"),
    "camera_on_field": Fault("PT-CAM-16"),
    "camera_similar_colours": Fault("PT-CAM-17"),
    "camera_board_moved": Fault("PT-CAM-18", Harm.NONE),
    "camera_moved": Fault("PT-CAM-19", Harm.NONE),
    "camera_stumbled": Fault("PT-CAM-20"),
    "certify.fault": Fault("PT-CAM-21"),
    "camera_colourless": Fault("PT-CAM-22"),
    "camera_disc_turned": Fault("PT-CAM-23"),
    "camera_markers_missing": Fault("PT-CAM-24"),
    "camera_no_answer": Fault("PT-CAM-31"),
    "camera_login": Fault("PT-CAM-32"),
    "camera_not_found": Fault("PT-CAM-33"),
    "camera_web_page": Fault("PT-CAM-34"),
    "camera_refused": Fault("PT-CAM-35"),
    "camera_no_stream": Fault("PT-CAM-36"),
    "camera_cut_off": Fault("PT-CAM-37"),
    "camera_address_kind": Fault("PT-CAM-38"),
    "camera_address_signs": Fault("PT-CAM-39"),
    "camera_turned": Fault("PT-CAM-40"),
    "camera_phone_waiting": Fault("PT-CAM-41"),
    "camera_phone_lost": Fault("PT-CAM-42"),
    "camera_phone_hidden": Fault("PT-CAM-43"),
    "camera_phone_denied": Fault("PT-CAM-44"),
    "camera_phone_door": Fault("PT-CAM-45"),
    "camera_disagree": Fault("PT-CAM-46"),
    "camera_dispute": Fault("PT-CAM-47"),
    "camera_one_blind": Fault("PT-CAM-48", Harm.NONE),
    "camera_one_lost": Fault("PT-CAM-49", Harm.NONE),
    # the pile of cards
    "cards_not_in_view": Fault("PT-CRD-01"),
    "cards_small": Fault("PT-CRD-02"),
    "cards_no_deck": Fault("PT-CRD-03"),
    "cards_damaged": Fault("PT-CRD-04"),
    "cards_stumbled": Fault("PT-CRD-05"),
    "cards_searching": Fault("PT-CRD-06", Harm.NONE),
    "deck.fault": Fault("PT-CRD-07"),
    # the wheel
    "wheel_missing": Fault("PT-WHL-01"),
    "wheel_lost": Fault("PT-WHL-02"),
    "wheel_denied": Fault("PT-WHL-03"),
    "wheel_busy": Fault("PT-WHL-04"),
    "wheel_unusable": Fault("PT-WHL-05"),
    "wheel_no_port": Fault("PT-WHL-06"),
    "wheel_nobody": Fault("PT-WHL-07"),
    "wheel_garbage": Fault("PT-WHL-08"),
    "wheel_echo": Fault("PT-WHL-09"),
    "wheel_searching": Fault("PT-WHL-10"),
    "wheel_other_firmware": Fault("PT-WHL-11"),
    "wheel_half_silent": Fault("PT-WHL-12"),
    "wheel_no_sensor": Fault("PT-WHL-13"),
    "wheel_loose_wire": Fault("PT-WHL-14"),
    "wheel_no_magnet": Fault("PT-WHL-15"),
    "wheel_magnet_weak": Fault("PT-WHL-16", Harm.NONE),
    "wheel_magnet_strong": Fault("PT-WHL-17", Harm.NONE),
    "wheel_no_zero": Fault("PT-WHL-18"),
    "wheel_stuck": Fault("PT-WHL-19"),
    "wheel_bad_readings": Fault("PT-WHL-20", Harm.NONE),
    "wheel_magnet_edge": Fault("PT-WHL-21", Harm.NONE),
    "wheel_bad_cable": Fault("PT-WHL-22", Harm.NONE),
    "wheel_modem_manager": Fault("PT-WHL-23", Harm.NONE),
    "wheel_brltty": Fault("PT-WHL-24", Harm.NONE),
    "wheel_uncertain": Fault("PT-WHL-25"),
    "wheel_stumbled": Fault("PT-WHL-26"),
    "wheel_no_bridge": Fault("PT-WHL-27"),
    # the permissions of a login
    "group_pending": Fault("PT-USR-01"),
    # the broadcast
    "mqtt_port_taken": Fault("PT-NET-01", Harm.NONE),
    "port_taken": Fault("PT-NET-01", Harm.NONE),
    "port_denied": Fault("PT-NET-02"),
    "ports_same": Fault("PT-NET-03", Harm.NONE),
    "mqtt_missing": Fault("PT-NET-04"),
    "broker_old": Fault("PT-NET-05"),
    "broker_too_old": Fault("PT-NET-05"),
    "broker_address": Fault("PT-NET-06"),
    "mqtt_lost": Fault("PT-NET-07"),
    "mqtt_refused": Fault("PT-NET-08"),
    "page_missing": Fault("PT-NET-09"),
    "mqtt_stumbled": Fault("PT-NET-10"),
    "home_assistant_lost": Fault("PT-NET-11"),
    "home_assistant_refused": Fault("PT-NET-12"),
    "home_assistant_no_broker": Fault("PT-NET-13"),
    "mqtt_untrusted": Fault("PT-NET-14"),
    "public_broker_lost": Fault("PT-NET-15"),
    "public_broker_refused": Fault("PT-NET-16"),
    "public_broker_untrusted": Fault("PT-NET-17"),
    "public_broker_unusable": Fault("PT-NET-18"),
    "home_assistant_stumbled": Fault("PT-NET-19"),
    "public_broker_stumbled": Fault("PT-NET-20"),
    "program_broker": Fault("PT-NET-21"),
    "program_web": Fault("PT-NET-22"),
    "program_chances": Fault("PT-NET-25"),
    "mqtt_two_tables": Fault("PT-NET-26"),
    "public_broker_two_tables": Fault("PT-NET-27"),
    "home_assistant_two_tables": Fault("PT-NET-28"),
}
#: The ids alone.
TROUBLES: Final = {code: fault.id for code, fault in FAULTS.items()}
_HARM_BY_ID: Final = dict(FAULTS.values())

_SAID: Final = re.compile(r" \(PT-[A-Z]{3}-\d\d\)$")


def trouble_id(code: str) -> str:
    """Returns the id of a message's fault; empty if it is none."""
    return TROUBLES.get(code, "")


def harm_of(fault: str) -> Harm:
    """Returns the effect of the fault with this id.  Raises KeyError."""
    return _HARM_BY_ID[fault]


def with_id(sentence: str, code: str) -> str:
    """Returns the sentence with the id of its fault behind it, as on a screen; other sentences stay as they are."""
    known = trouble_id(code)
    return f"{sentence} ({known})" if sentence and known else sentence


def has_id(sentence: str) -> bool:
    """Returns whether the sentence names a fault with its id; else it is the answer to a tap."""
    return _SAID.search(sentence) is not None


def all_with_id(texts: Texts, code: str) -> Texts:
    """Returns the same in every language."""
    return {language: with_id(text, code) for language, text in texts.items()}
