"""The facts about a table that strangers may see.

Law: everything is left out that is not known to be harmless.  A value is kept because it is a number, or one of a list
of Pawtrack's own words; nothing is kept because it does not look like a secret.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from companion.board.files import is_public
from companion.catalogue.shipped import SHIPPED
from companion.doctor.results import CheckResult, Finding
from companion.looks.colours import SEAT_COLOURS
from companion.model.verdict import Reason
from companion.open_row.catalogue import game_ids
from companion.session.events import (
    CardExchanged,
    CardGameStarted,
    CardsEntered,
    Event,
    GameStarted,
    PlayRefused,
    PositionCorrected,
    ShadowJudged,
    Start,
)
from companion.settings.schema import EMBEDDED, NONE, SIMULATED, Settings
from companion.store.health_log import HealthLine
from companion.system.addresses import kind_of_address
from companion.texts import LANGUAGES
from companion.views.table_view import HealthState
from companion.views.troubles import TROUBLES

#: Replaces an omitted value.
HIDDEN: Final = "(left out)"
#: Ports in the systems' own names: they reveal nothing about the family.
_PORT: Final = re.compile(r"/dev/tty(USB|ACM|S)[0-9]{1,2}|COM[0-9]{1,3}|auto")
_CAMERA: Final = re.compile(r"[0-9]{1,3}|/dev/video[0-9]{1,3}")
_GAME: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: Values of findings that come from Pawtrack, its packages, the clock or the graphics driver.
_HARMLESS: Final = frozenset(
    {"package", "version", "wanted", "python", "free", "fps", "mode", "now", "recorded", "ports", "setting"}
    | {"letters", "language", "font", "renderer"}
)
#: Values of a referee's reason for which its rules have words.
_OF_THE_GAME: Final = frozenset({"card", "cards", "wanted", "nearest", "rank", "sought", "advice"})
_PARTS: Final = ("camera", "wheel", "mqtt", "record", "clips", "load")
_HEALTH_CODE: Final = re.compile(r"(camera|wheel|mqtt|record|clips|load)_[a-z_]{1,30}")


#: Settings that are numbers, switches or words of Pawtrack's own.
_OPEN: Final = (
    "seats",
    "teams",
    "sound",
    "motion",
    "close_up",
    "theme",
    "text_percent",
    "first",
    "welcomed",
    "viewer_port",
    "mqtt_port",
    "websocket_port",
    "phone_port",
    "phone_camera_port",
    "delay_s",
    "level",
    "load",
    "seat_players",
    "chances",
    "see_cards",
    "shadow",
    "turn_s",
    "replays",
    "lan",
    "video",
    "video_per_s",
    "clips",
    "voice",
    "phones",
)
#: Settings of which only the count is shown.
_COUNTED: Final = ("guide", "origins", "director", "publishers", "sensors")


def public_settings(settings: Settings) -> dict[str, Any]:
    """Returns the settings without names, places, addresses and values that only this family has."""
    switches = {name: rule for variant in SHIPPED.variants.values() for name, rule in variant.options.items()}
    words = {value for rule in switches.values() for value in rule.values}
    return {
        **{name: getattr(settings, name) for name in _OPEN},
        **{name: len(getattr(settings, name)) for name in _COUNTED},
        "variant": settings.variant if settings.variant in _games() else HIDDEN,
        "board": settings.board if not settings.board or is_public(settings.board) else HIDDEN,
        "players": len(settings.names),
        "colours": [colour if colour in SEAT_COLOURS else HIDDEN for colour in settings.colours],
        "camera": _source(settings.camera),
        "second_camera": _source(settings.second_camera),
        "wheel": settings.wheel if settings.wheel in (NONE, SIMULATED) or _PORT.fullmatch(settings.wheel) else HIDDEN,
        "broker": settings.broker if settings.broker in (EMBEDDED, NONE) else _address(settings.broker),
        "language": settings.language if settings.language in LANGUAGES else HIDDEN,
        "options": {
            name: value if not isinstance(value, str) or value in words else HIDDEN
            for name, value in settings.options.items()
            if name in switches
        },
        "public_broker": len(settings.public_broker.hosts),
    }


def _games() -> tuple[str, ...]:
    return (*SHIPPED.ids, *game_ids())


def _source(camera: str) -> str:
    if camera in (NONE, SIMULATED) or _CAMERA.fullmatch(camera):
        return camera
    return _address(camera)


def _address(text: str) -> str:
    """Returns the kind of an address, and a sign that the rest is hidden."""
    return kind_of_address(text) + HIDDEN


def public_results(results: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    """Returns the doctor's findings without folders, devices, addresses and quotations from files."""
    return tuple(replace(result, finding=_public_finding(result.finding)) for result in results)


def _public_finding(finding: Finding) -> Finding:
    kept = tuple((name, value) for name, value in finding.params if isinstance(value, int) or name in _HARMLESS)
    ports = tuple(
        (name, value)
        for name, value in finding.params
        if name == "port" and isinstance(value, str) and _PORT.fullmatch(value)
    )
    return replace(finding, params=(*kept, *ports))


def public_health(lines: Sequence[HealthLine]) -> tuple[HealthLine, ...]:
    """Returns the history of health without the names of plugins beside ours."""
    states = {state.value for state in HealthState}
    return tuple(
        HealthLine(
            ts_wall=line.ts_wall,
            part=line.part if line.part in _PARTS else "plugin",
            state=line.state if line.state in states else HIDDEN,
            code=line.code if line.code in TROUBLES or _has_text(line.code) else HIDDEN,
            restarts=line.restarts,
        )
        for line in lines
    )


def _has_text(code: str) -> bool:
    from companion.texts import shipped_wording

    return bool(_HEALTH_CODE.fullmatch(code)) and code in shipped_wording()["en"]["messages"]


def is_public_game(events: Sequence[Event]) -> bool:
    """Returns whether the game is played by shipped rules; a family's own rules contain private words."""
    return bool(events) and isinstance(events[0], Start) and events[0].variant in _games()


def public_game(events: Sequence[Event], number: int) -> tuple[Event, ...]:
    """Returns the game with "Player 1" for names, a shipped board or none, no free text, and no entered hand."""
    return tuple(_public_event(event, number) for event in events)


def _public_event(event: Event, number: int) -> Event:
    match event:
        case GameStarted() | CardGameStarted():
            started = msgspec.structs.replace(
                event,
                game=event.game if _GAME.fullmatch(event.game) else f"00000000-0000-0000-0000-{number:012}",
                names=tuple(f"Player {seat}" for seat in range(1, len(event.names) + 1)),
                colours=_public_colours(event.colours),
            )
            if isinstance(started, GameStarted) and not is_public(started.board):
                return msgspec.structs.replace(started, board="own")
            return started
        case PositionCorrected():
            return msgspec.structs.replace(event, reason="")
        case CardsEntered():
            return msgspec.structs.replace(event, cards=())
        case CardExchanged():
            return msgspec.structs.replace(event, card=None)
        case PlayRefused() | ShadowJudged():
            return msgspec.structs.replace(event, reasons=tuple(_public_reason(reason) for reason in event.reasons))
        case _:
            return event


def _public_colours(colours: tuple[str, ...]) -> tuple[str, ...]:
    spare = [colour for colour in SEAT_COLOURS if colour not in colours]
    return tuple(colour if colour in SEAT_COLOURS else spare.pop(0) for colour in colours)


def _public_reason(reason: Reason) -> Reason:
    """Returns a reason with cards and plays, which are words of the game; a name within a sentence is replaced."""
    params = tuple(
        (name, value if name in _OF_THE_GAME or not isinstance(value, str) else "…") for name, value in reason.params
    )
    return msgspec.structs.replace(reason, params=params)
