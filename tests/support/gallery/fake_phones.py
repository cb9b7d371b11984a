"""The phones and the tablets in browsers of a table that shows what it is given."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from companion.views.phone_invitation import PhoneInvitation
from companion.views.tablet_invitation import TabletInvitation


class Inviting(Protocol):
    """The table that has them."""

    invitations: tuple[PhoneInvitation, ...]
    tablet: TabletInvitation | None


class FakePhones:
    """The phones of a table; one that is dismissed leaves another code for its seat."""

    def __init__(self, table: Inviting) -> None:
        self._table = table

    def invitations(self) -> Sequence[PhoneInvitation]:
        return self._table.invitations

    def dismiss(self, seat: int) -> None:
        self._table.invitations = tuple(
            replace(each, taken=each.taken and each.seat != seat, url=each.url + "w") for each in self.invitations()
        )


class FakeTablets:
    """The tablets in browsers of a table."""

    def __init__(self, table: Inviting) -> None:
        self._table = table

    def tablet_invitation(self) -> TabletInvitation | None:
        return self._table.tablet

    def close_tablets(self) -> None:
        assert self._table.tablet
        self._table.tablet = replace(self._table.tablet, count=0)
