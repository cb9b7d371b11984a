"""Who may speak for which seat: an invitation a seat, which the tablet shows, and the token of the phone that took it.

Laws: a token speaks for one seat of one game; a seat has one token at most, that of the phone which took it last;
nothing of an earlier game opens anything.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Final

#: Tokens that are void are remembered, so that their phones can be told why.
REMEMBERED: Final = 64


class Void(StrEnum):
    """Why a token speaks for nobody any more."""

    #: Another phone has the seat, or the table sent this one away.
    TAKEN = "taken"
    #: The game is over, or another one has begun.
    OVER = "over"


def digest(secret: str) -> str:
    """What a secret is looked up by, so that no answer's time says how much of a guess was right."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class SeatTokens:
    """`new_secret` gives a word that nobody can guess and that is never the same."""

    def __init__(self, new_secret: Callable[[], str]) -> None:
        self._new_secret = new_secret
        self._game = ""
        self._invitations: list[str] = []
        #: By seat the digest of the token that speaks for it.
        self._tokens: dict[int, str] = {}
        self._void: OrderedDict[str, Void] = OrderedDict()

    @property
    def invitations(self) -> tuple[str, ...]:
        """What opens each seat, by seat; none while no game is on."""
        return tuple(self._invitations)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has."""
        return frozenset(self._tokens)

    @property
    def seats(self) -> Mapping[str, int]:
        """The seat of each token, by the token's digest."""
        return {token: seat for seat, token in self._tokens.items()}

    @property
    def void(self) -> Mapping[str, Void]:
        """Why the newest void tokens are void, by their digests."""
        return dict(self._void)

    def play(self, game: str, seats: int) -> None:
        """This game is on, with so many seats; what belongs to another one is void.  An empty `game`: none is."""
        if game == self._game:
            return
        for seat in tuple(self._tokens):
            self._revoke(seat, Void.OVER)
        self._game = game
        self._invitations = [self._new_secret() for _ in range(seats if game else 0)]

    def take(self, invitation: str) -> tuple[int, str] | None:
        """The seat that an invitation opens and its new token; the token before is void.  None: it opens none."""
        asked = digest(invitation)
        seat = next((seat for seat, each in enumerate(self._invitations) if digest(each) == asked), None)
        if seat is None:
            return None
        self._revoke(seat, Void.TAKEN)
        token = self._new_secret()
        self._tokens[seat] = digest(token)
        return seat, token

    def dismiss(self, seat: int) -> None:
        """The phone of this seat is sent away; it needs a new invitation to come back."""
        if 0 <= seat < len(self._invitations):
            self._revoke(seat, Void.TAKEN)
            self._invitations[seat] = self._new_secret()

    def _revoke(self, seat: int, why: Void) -> None:
        token = self._tokens.pop(seat, None)
        if token is not None:
            self._void[token] = why
            while len(self._void) > REMEMBERED:
                self._void.popitem(last=False)
