"""The right to speak for a seat: an invitation a seat, shown by the tablet, and the token of the phone that took it.

Laws: a token speaks for one seat of one game; a seat has one token at most, that of the last phone that took it;
secrets of an earlier game open nothing.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final

from companion.web.messages import Void, digest

#: Void tokens that are remembered, so that their phones can show the reason.
REMEMBERED: Final = 64


class SeatTokens:
    """`new_secret` returns a word that nobody can guess and that never repeats."""

    def __init__(self, new_secret: Callable[[], str]) -> None:
        self._new_secret = new_secret
        self._game = ""
        self._invitations: list[str] = []
        #: The digest of the valid token, by seat.
        self._tokens: dict[int, str] = {}
        self._void: OrderedDict[str, Void] = OrderedDict()

    @property
    def invitations(self) -> tuple[str, ...]:
        """The invitations in the order of seats; none while no game is on."""
        return tuple(self._invitations)

    @property
    def taken(self) -> frozenset[int]:
        """The seats taken by a phone."""
        return frozenset(self._tokens)

    @property
    def seats(self) -> Mapping[str, int]:
        """The seat of each token, by the token's digest."""
        return {token: seat for seat, token in self._tokens.items()}

    @property
    def void(self) -> Mapping[str, Void]:
        """The reasons of the newest void tokens, by their digests."""
        return dict(self._void)

    def play(self, game: str, seats: int) -> None:
        """Starts a game with `seats` seats; tokens of another one become void.  An empty `game`: none is on."""
        if game == self._game:
            return
        for seat in tuple(self._tokens):
            self._revoke(seat, Void.OVER)
        self._game = game
        self._invitations = [self._new_secret() for _ in range(seats if game else 0)]

    def take(self, invitation: str) -> tuple[int, str] | None:
        """Returns an invitation's seat and its new token, which voids the previous one; None if it is unknown."""
        asked = digest(invitation)
        seat = next((seat for seat, each in enumerate(self._invitations) if digest(each) == asked), None)
        if seat is None:
            return None
        self._revoke(seat, Void.TAKEN)
        token = self._new_secret()
        self._tokens[seat] = digest(token)
        return seat, token

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat; it needs a new invitation to come back."""
        if 0 <= seat < len(self._invitations):
            self._revoke(seat, Void.TAKEN)
            self._invitations[seat] = self._new_secret()

    def _revoke(self, seat: int, why: Void) -> None:
        token = self._tokens.pop(seat, None)
        if token is not None:
            self._void[token] = why
            while len(self._void) > REMEMBERED:
                self._void.popitem(last=False)
