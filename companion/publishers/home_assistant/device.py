"""The entities of a table, in the format of Home Assistant's discovery.

Law: every possible entity has its topic, so that the ones that this game lacks are removed: an empty description
removes an entity.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from companion.model.verdict import VerdictKind
from companion.system.version import version
from companion.views.table_view import Stage, TableView
from companion.views.wording.messages import Messages
from companion.views.wording.phrases import phrase

#: Ends of the table's own topics.
STATE: Final = "state"
AVAILABILITY: Final = "availability"
VERDICT: Final = "verdict"
WHEEL: Final = "wheel"
BOARD: Final = "board"
PRESS: Final = "press"
ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
BUTTONS: Final = ("undo", "pause", "resume")
#: The names of the wheel's turns.
CLOCKWISE: Final = "clockwise"
COUNTER_CLOCKWISE: Final = "counter_clockwise"
MOST_SEATS: Final = 8
PICTURE_TYPE: Final = "image/svg+xml"
_CONTEXT: Final = "home_assistant"
_JUDGED: Final = (VerdictKind.LEGAL, VerdictKind.ILLEGAL)

Config = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One table: `id` of letters, digits, - and _; `root` starts its own topics, `prefix` those of discovery."""

    id: str
    name: str
    root: str
    prefix: str
    words: Messages
    buttons: bool

    def topic(self, name: str) -> str:
        return f"{self.root}/{name}"

    def descriptions(self, view: TableView | None) -> dict[str, bytes]:
        """Returns the description of every entity by topic, empty for those that this table lacks.

        Without a view all are empty.
        """
        there = {} if view is None else self._entities(view)
        return {
            f"{self.prefix}/{component}/{self.id}/{key}/config": self._described(key, component, there[key])
            if key in there
            else b""
            for key, component in _COMPONENTS.items()
        }

    def _described(self, key: str, component: str, config: Config) -> bytes:
        name = f"{self.id}_{key}"
        common = {
            "unique_id": name,
            # releases until 2025.9 know the one, later ones the other; they drop the unknown one
            "object_id": name,
            "default_entity_id": f"{component}.{name}".replace("-", "_"),
            "availability_topic": self.topic(AVAILABILITY),
            "qos": 1,
            "device": {
                "identifiers": [self.id],
                "name": self.name,
                "manufacturer": "Pawtrack",
                "sw_version": version(),
            },
            "origin": {"name": "Pawtrack", "sw_version": version()},
        }
        return msgspec.json.encode(common | dict(config))

    def _entities(self, view: TableView) -> dict[str, Config]:
        entities = {
            "phase": self._sensor("phase", "stage", "waits_for", "paused", device_class="enum", options=[*Stage]),
            "turn": self._sensor("turn", "turn"),
            "round": self._sensor("round", "round"),
            "last_verdict": self._sensor(
                "last_verdict", "verdict", "sentence", "player", "card", "ruling", device_class="enum", options=_JUDGED
            ),
            "commentary": self._sensor("commentary", "commentary"),
            "problem": self._binary("problem", "problem", "problems", device_class="problem"),
            "verdict": self._event("verdict", VERDICT, _JUDGED),
        }
        entities |= {f"home_{seat.seat}": self._pawns_home(seat.seat, seat.name) for seat in view.seats}
        if view.position is not None:
            image = {"image_topic": self.topic(BOARD), "content_type": PICTURE_TYPE}
            entities["board"] = {"name": self._say("board")} | image
            entities["camera"] = self._binary("camera", "camera", device_class="connectivity")
            if _has_wheel(view):
                entities["wheel"] = self._binary("wheel", "wheel", device_class="connectivity")
                entities["wheel_turn"] = self._event("wheel_turn", WHEEL, (CLOCKWISE, COUNTER_CLOCKWISE))
        if self.buttons:
            entities |= {name: self._button(name) for name in BUTTONS}
        return entities

    def _say(self, code: str, **values: str) -> str:
        return phrase(self.words, code, tuple(values.items()), _CONTEXT)

    def _sensor(self, key: str, field: str, *attributes: str, **more: Any) -> Config:
        state = {"state_topic": self.topic(STATE), "value_template": f"{{{{ value_json.{field} }}}}"}
        return {"name": self._say(key), **state, **self._attributes(attributes), **more}

    def _binary(self, key: str, field: str, *attributes: str, **more: Any) -> Config:
        return {**self._sensor(key, field, *attributes, **more), "entity_category": "diagnostic"}

    def _attributes(self, names: tuple[str, ...]) -> Config:
        if not names:
            return {}
        listed = ", ".join(f"'{name}': value_json.{name}" for name in names)
        return {
            "json_attributes_topic": self.topic(STATE),
            "json_attributes_template": f"{{{{ {{{listed}}} | tojson }}}}",
        }

    def _pawns_home(self, seat: int, name: str) -> Config:
        template = f"{{{{ value_json.home[{seat}] }}}}"
        state = {"state_topic": self.topic(STATE), "value_template": template}
        return {"name": self._say("pawns_home", name=name)} | state

    def _event(self, key: str, topic: str, types: tuple[str, ...]) -> Config:
        return {"name": self._say(f"{key}_event"), "state_topic": self.topic(topic), "event_types": types}

    def _button(self, name: str) -> Config:
        return {"name": self._say(name), "command_topic": self.topic(PRESS), "payload_press": name}


def _has_wheel(view: TableView) -> bool:
    return bool(view.rules.variant.wheel_offsets)


#: Every possible entity, and its kind.
_COMPONENTS: Final = {
    **dict.fromkeys(("phase", "turn", "round", "last_verdict", "commentary"), "sensor"),
    **dict.fromkeys((f"home_{seat}" for seat in range(MOST_SEATS)), "sensor"),
    **dict.fromkeys(("problem", "camera", "wheel"), "binary_sensor"),
    **dict.fromkeys(("verdict", "wheel_turn"), "event"),
    "board": "image",
    **dict.fromkeys(BUTTONS, "button"),
}
