"""The seats that players may take by phone, and one more tablet, as tiles with a code each."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import TableView
from companion.views.tablet_invitation import TabletInvitation
from ui.i18n import Words
from ui.presenters.camera import shared_address

#: The number of tiles side by side; more take a second row.
_MOST_IN_A_ROW = 4


@dataclass(frozen=True, slots=True)
class PhoneTile:
    """`code` is the address to scan, empty if a phone has the seat; `seat` is -1 for one more tablet."""

    seat: int
    name: str
    colour: str
    code: str
    taken: bool


def phone_tiles(view: TableView | None, invitations: Sequence[PhoneInvitation]) -> tuple[PhoneTile, ...]:
    """One tile a seat; none if no phone can reach this machine."""
    if view is None:
        return ()
    return tuple(
        PhoneTile(each.seat, seat.name, seat.colour, "" if each.taken else each.url, each.taken)
        for each, seat in zip(invitations, view.seats, strict=False)
        if shared_address(each.url)
    )


@dataclass(frozen=True, slots=True)
class MoreTablets:
    """`typed` is the way without scanning, `closes` the button that closes all tablets; empty if there is none."""

    tiles: tuple[PhoneTile, ...] = ()
    typed: str = ""
    closes: str = ""


def more_tablets(invitation: TabletInvitation | None, words: Words) -> MoreTablets:
    """The way to one more tablet; none if no browser can reach this machine."""
    if invitation is None or not shared_address(invitation.url):
        return MoreTablets()
    title = words.text("tablets.title")
    return MoreTablets(
        (PhoneTile(-1, title, "", invitation.url, taken=False),),
        words.text("tablets.help", title=title, address=invitation.address, code=invitation.code),
        words.text("tablets.close", count=invitation.count) if invitation.count else "",
    )


def phones_line(invitations: Sequence[PhoneInvitation], words: Words) -> str:
    """How to use the codes, or why there are none."""
    if not invitations:
        return words.text("phones.none")
    reached = all(shared_address(each.url) for each in invitations)
    return words.text("phones.help" if reached else "phones.no_network")


def columns(tiles: int, *, portrait: bool) -> int:
    """The number of tiles side by side that makes the codes largest."""
    if portrait:
        return 1 if tiles < 2 else 2
    return max(1, tiles if tiles <= _MOST_IN_A_ROW else (tiles + 1) // 2)
