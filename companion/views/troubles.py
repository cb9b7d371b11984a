"""The ids of all faults of a table, by the code of the message, and their effect on a game.

An id is short, stable and the same in every language.  One page explains them (docs/reference/faults.md).

Law: an id is never given to another fault, and a fault never gets another id.
"""

import re
from enum import StrEnum
from typing import Final

from companion.views.table_view import Texts

TROUBLES: Final[dict[str, str]] = {
    # the program and its packages
    "package_missing": "PT-SYS-01",
    "package_version": "PT-SYS-02",
    "python_version": "PT-SYS-03",
    "package_broken": "PT-SYS-04",
    "check_slow": "PT-SYS-05",
    "check_failed": "PT-SYS-06",
    "plugin_failed": "PT-SYS-07",
    "playout_missing": "PT-SYS-08",
    "voice_missing": "PT-SYS-09",
    "table_stumbled": "PT-SYS-10",
    "fault.no_table": "PT-SYS-11",
    "home.not_switched_off": "PT-SYS-12",
    "home.no_browser": "PT-SYS-13",
    "program_stumbled": "PT-SYS-14",
    "program_thread_lost": "PT-SYS-15",
    "computer_stumbled": "PT-SYS-16",
    "demo_stumbled": "PT-SYS-17",
    "voice_stumbled": "PT-SYS-18",
    "video_stumbled": "PT-SYS-19",
    "clips_stumbled": "PT-SYS-20",
    "fault.program": "PT-SYS-21",
    # the data folder and its disk
    "folder_missing": "PT-DSK-01",
    "folder_read_only": "PT-DSK-02",
    "disk_full": "PT-DSK-03",
    "disk_no_names": "PT-DSK-10",
    "folder_synced": "PT-DSK-11",
    "disk_low": "PT-DSK-04",
    "disk_slow": "PT-DSK-05",
    "disk_failed": "PT-DSK-06",
    "fault.disk": "PT-DSK-07",
    "folder_absent": "PT-DSK-08",
    # settings and files of one's own
    "settings_corrupt": "PT-SET-01",
    "house_game_faulty": "PT-SET-02",
    "house_board_faulty": "PT-SET-03",
    "players_corrupt": "PT-SET-04",
    "fault.settings": "PT-SET-05",
    "setup.not_saved": "PT-SET-06",
    "players.not_saved": "PT-SET-07",
    "settings_newer": "PT-SET-08",
    "not_a_file": "PT-DSK-09",
    # the clock
    "clock_set_back": "PT-CLK-01",
    "clock_unset": "PT-CLK-02",
    "clock_alone": "PT-CLK-03",
    # the record
    "record_failed": "PT-REC-01",
    "record_full": "PT-REC-02",
    "record_read_only": "PT-REC-03",
    "record_corrupt": "PT-REC-04",
    "record_newer": "PT-REC-05",
    "record_put_aside": "PT-REC-06",
    "folder_held": "PT-REC-07",
    "games_damaged": "PT-REC-08",
    "games_newer": "PT-REC-09",
    "games.unreadable": "PT-REC-10",
    "restore_finished": "PT-REC-11",
    "restore_undone": "PT-REC-12",
    "record_locked": "PT-REC-13",
    "record_slow": "PT-REC-14",
    "record_no_names": "PT-REC-15",
    # the screen
    "no_display": "PT-SCR-01",
    "no_window": "PT-SCR-02",
    "slow_graphics": "PT-SCR-03",
    "font_missing": "PT-SCR-04",
    "letters_missing": "PT-SCR-05",
    # the camera
    "camera_missing": "PT-CAM-01",
    "camera_lost": "PT-CAM-02",
    "camera_denied": "PT-CAM-03",
    "camera_busy": "PT-CAM-04",
    "camera_silent": "PT-CAM-05",
    "camera_slow": "PT-CAM-06",
    "camera_small": "PT-CAM-07",
    "camera_bad_picture": "PT-CAM-08",
    "camera_too_dark": "PT-CAM-09",
    "camera_blurred": "PT-CAM-10",
    "camera_searching": "PT-CAM-11",
    "camera_no_markers": "PT-CAM-12",
    "camera_marker_hidden": "PT-CAM-13",
    "camera_glare": "PT-CAM-14",
    "camera_covered": "PT-CAM-15",
    "camera_on_field": "PT-CAM-16",
    "camera_similar_colours": "PT-CAM-17",
    "camera_board_moved": "PT-CAM-18",
    "camera_moved": "PT-CAM-19",
    "camera_stumbled": "PT-CAM-20",
    "certify.fault": "PT-CAM-21",
    "camera_colourless": "PT-CAM-22",
    "camera_disc_turned": "PT-CAM-23",
    "camera_markers_missing": "PT-CAM-24",
    "camera_no_answer": "PT-CAM-31",
    "camera_login": "PT-CAM-32",
    "camera_not_found": "PT-CAM-33",
    "camera_web_page": "PT-CAM-34",
    "camera_refused": "PT-CAM-35",
    "camera_no_stream": "PT-CAM-36",
    "camera_cut_off": "PT-CAM-37",
    "camera_address_kind": "PT-CAM-38",
    "camera_address_signs": "PT-CAM-39",
    "camera_turned": "PT-CAM-40",
    # the pile of cards
    "cards_not_in_view": "PT-CRD-01",
    "cards_small": "PT-CRD-02",
    "cards_no_deck": "PT-CRD-03",
    "cards_damaged": "PT-CRD-04",
    "cards_stumbled": "PT-CRD-05",
    "cards_searching": "PT-CRD-06",
    "deck.fault": "PT-CRD-07",
    # the wheel
    "wheel_missing": "PT-WHL-01",
    "wheel_lost": "PT-WHL-02",
    "wheel_denied": "PT-WHL-03",
    "wheel_busy": "PT-WHL-04",
    "wheel_unusable": "PT-WHL-05",
    "wheel_no_port": "PT-WHL-06",
    "wheel_nobody": "PT-WHL-07",
    "wheel_garbage": "PT-WHL-08",
    "wheel_echo": "PT-WHL-09",
    "wheel_searching": "PT-WHL-10",
    "wheel_other_firmware": "PT-WHL-11",
    "wheel_half_silent": "PT-WHL-12",
    "wheel_no_sensor": "PT-WHL-13",
    "wheel_loose_wire": "PT-WHL-14",
    "wheel_no_magnet": "PT-WHL-15",
    "wheel_magnet_weak": "PT-WHL-16",
    "wheel_magnet_strong": "PT-WHL-17",
    "wheel_no_zero": "PT-WHL-18",
    "wheel_stuck": "PT-WHL-19",
    "wheel_bad_readings": "PT-WHL-20",
    "wheel_magnet_edge": "PT-WHL-21",
    "wheel_bad_cable": "PT-WHL-22",
    "wheel_modem_manager": "PT-WHL-23",
    "wheel_brltty": "PT-WHL-24",
    "wheel_uncertain": "PT-WHL-25",
    "wheel_stumbled": "PT-WHL-26",
    "wheel_no_bridge": "PT-WHL-27",
    # the permissions of a login
    "group_pending": "PT-USR-01",
    # the broadcast
    "mqtt_port_taken": "PT-NET-01",
    "port_taken": "PT-NET-01",
    "port_denied": "PT-NET-02",
    "ports_same": "PT-NET-03",
    "mqtt_missing": "PT-NET-04",
    "broker_old": "PT-NET-05",
    "broker_too_old": "PT-NET-05",
    "broker_address": "PT-NET-06",
    "mqtt_lost": "PT-NET-07",
    "mqtt_refused": "PT-NET-08",
    "page_missing": "PT-NET-09",
    "mqtt_stumbled": "PT-NET-10",
    "home_assistant_lost": "PT-NET-11",
    "home_assistant_refused": "PT-NET-12",
    "home_assistant_no_broker": "PT-NET-13",
    "mqtt_untrusted": "PT-NET-14",
    "public_broker_lost": "PT-NET-15",
    "public_broker_refused": "PT-NET-16",
    "public_broker_untrusted": "PT-NET-17",
    "public_broker_unusable": "PT-NET-18",
    "home_assistant_stumbled": "PT-NET-19",
    "public_broker_stumbled": "PT-NET-20",
    "program_broker": "PT-NET-21",
    "program_web": "PT-NET-22",
    "program_chances": "PT-NET-25",
    "mqtt_two_tables": "PT-NET-26",
    "public_broker_two_tables": "PT-NET-27",
    "home_assistant_two_tables": "PT-NET-28",
}


class Harm(StrEnum):
    """The effect of a fault on a game.  `harm.NAME` among the doctor's texts is its sentence."""

    NO_GAME = "no_game"
    #: The game goes on and nothing is saved.
    UNSAVED = "unsaved"
    #: The game goes on without the part.
    PART = "part"
    NONE = "none"


#: All other faults cost a part.
_HARMS: Final = {
    Harm.NO_GAME: """
        PT-SYS-01 PT-SYS-03 PT-SYS-04 PT-SYS-11 PT-SCR-01 PT-SCR-02 PT-REC-07
    """,
    Harm.UNSAVED: """
        PT-DSK-01 PT-DSK-02 PT-DSK-03 PT-DSK-06 PT-DSK-07 PT-DSK-08 PT-DSK-09 PT-DSK-10
        PT-REC-01 PT-REC-02 PT-REC-03 PT-REC-04 PT-REC-05 PT-REC-13 PT-REC-14 PT-REC-15
    """,
    Harm.NONE: """
        PT-SYS-02 PT-SYS-05 PT-SYS-06 PT-SYS-12 PT-SYS-13 PT-DSK-04 PT-DSK-05 PT-DSK-11 PT-SET-06 PT-SET-07 PT-CLK-03
        PT-REC-06 PT-REC-11 PT-REC-12 PT-SCR-03 PT-CAM-13 PT-CAM-18 PT-CAM-19 PT-CRD-06 PT-NET-01 PT-NET-03
        PT-WHL-16 PT-WHL-17 PT-WHL-20 PT-WHL-21 PT-WHL-22 PT-WHL-23 PT-WHL-24
    """,
}
_HARM_BY_ID: Final = {fault: harm for harm, faults in _HARMS.items() for fault in faults.split()}

_SAID: Final = re.compile(r" \(PT-[A-Z]{3}-\d\d\)$")


def trouble_id(code: str) -> str:
    """Returns the id of a message's fault; empty if it is none."""
    return TROUBLES.get(code, "")


def harm_of(fault: str) -> Harm:
    """Returns the effect of the fault with this id."""
    return _HARM_BY_ID.get(fault, Harm.PART)


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
