"""Public states for the overlays: a game in its midst with a full history, and junk of every kind."""

import random
from copy import deepcopy
from typing import Any, Final

from gallery.views import SENTENCES
from gallery.views import game_view as any_game
from overlay_pages import state_of

from companion.model.verdict import VerdictKind

SEQ: Final = 40
#: Later than every message of a publisher of the tests.
EPOCH: Final = 1000
ANALYSIS: Final = {
    "v": 1,
    "teams": [
        {"team": 0, "seats": [0, 2], "chance": 0.62, "margin": 0.02},
        {"team": 1, "seats": [1, 3], "chance": 0.38, "margin": 0.02},
    ],
}
EVENING: Final = {
    "v": 1,
    "ts": 1,
    "contest": "",
    "lines": [
        {"rank": place + 1, "names": ["W" * 40, "Ζωή" * 13], "points": 90 - place, "won": 9, "games": 90}
        for place in range(10)
    ],
}
_JUNK: Final = (
    None, 0, -1, 1e300, 3.5, "", "x" * 500, "constructor", "__proto__", "<img src=x onerror=alert(1)>", "\u202e\u0000",
    True, [], {}, [None], [[]], {"text": 5}, {"en": None}, [{"seat": 7}], 9999,
)  # fmt: skip


def recent(count: int = 12) -> list[dict[str, Any]]:
    kinds = ("deal", "exchange", "play", "illegal", "play", "discard", "play", "undo", "play", "skip", "play", "play")
    events = []
    for index, kind in enumerate(kinds[-count:]):
        card = ("8", "13", "swap", "partner4")[index % 4] if kind in ("play", "illegal") else None
        detail = {"round": 3, "dealer": 1} if kind == "deal" else {}
        seat = None if kind in ("deal", "undo") else index % 4
        events.append({"seq": SEQ - count + 1 + index, "kind": kind, "seat": seat, "card": card, "detail": detail})
    return events


def busy_state(variant: str = "black_dog", players: int = 4, **changes: Any) -> dict[str, Any]:
    """A game in its midst: after a refused play, with a card lying open."""
    view = any_game(variant, players, discard_top=None)
    made = state_of(view, epoch=EPOCH, seq=SEQ, stage="play", turn=2, acting=2, recent=recent(), dealer=1)
    cards = list(view.cards)
    last = {
        "seq": SEQ,
        "seat": 1,
        "card": cards[3],
        "play": None,
        "verdict": "illegal",
        "ruling": "CORE-R10",
        "text": dict(SENTENCES[VerdictKind.ILLEGAL]),
    }
    discard = {"count": 31, "top": cards[5]}
    return {**made, "last": last, "discard": discard, "declared": cards[1], **changes}


def junk_states(count: int, seed: int) -> list[Any]:
    """Returns states with some values that no table sends; each is newer than the one before."""
    chance = random.Random(seed)
    return [_spoilt(busy_state(seq=SEQ + 1 + index), chance) for index in range(count)]


def _spoilt(value: Any, chance: random.Random) -> Any:
    spoilt = deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        _spoil_one(spoilt, chance)
    return spoilt


def _spoil_one(value: Any, chance: random.Random) -> None:
    """Walks down to some field and puts junk there, or takes it away."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = chance.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.7:
        _spoil_one(value[key], chance)
    elif chance.random() < 0.2:
        del value[key]
    else:
        value[key] = deepcopy(chance.choice(_JUNK))
