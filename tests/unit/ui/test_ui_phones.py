"""The tiles with the codes of phones and further tablets, and the line above them."""

import pytest
from gallery.views import sample_view
from words_for_tests import WORDING

from companion.views.phone_invitation import PhoneInvitation
from companion.views.tablet_invitation import TabletInvitation
from ui.i18n import load_words
from ui.presenters.phones import MoreTablets, PhoneTile, columns, more_tablets, phone_tiles, phones_line

WORDS = load_words("en", WORDING)
HOME, HERE = "http://192.168.1.7:8000/seat", "http://127.0.0.1:8000/seat"


def invited(seat: int, url: str = HOME, *, taken: bool = False) -> PhoneInvitation:
    return PhoneInvitation(seat=seat, url=url, taken=taken)


def test_each_seat_has_a_tile_and_a_taken_one_no_code() -> None:
    view = sample_view()
    first, second = view.seats[:2]
    assert phone_tiles(view, [invited(0), invited(1, taken=True)]) == (
        PhoneTile(0, first.name, first.colour, HOME, taken=False),
        PhoneTile(1, second.name, second.colour, "", taken=True),
    )


def test_without_a_game_or_a_network_there_is_no_tile() -> None:
    assert phone_tiles(None, [invited(0)]) == ()
    assert phone_tiles(sample_view(), [invited(0, HERE)]) == ()


@pytest.mark.parametrize(
    ("invitations", "message"),
    [
        ([], "phones.none"),
        ([invited(0), invited(1)], "phones.help"),
        ([invited(0), invited(1, HERE)], "phones.no_network"),
    ],
)
def test_the_line_gives_the_reason_for_missing_codes(invitations: list[PhoneInvitation], message: str) -> None:
    assert phones_line(invitations, WORDS) == WORDS.text(message)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_further_tablets_are_closed_where_there_are_some(count: int) -> None:
    shown = more_tablets(TabletInvitation(url=HOME, address="192.168.1.7:8000", code="1234", count=count), WORDS)
    assert shown.tiles == (PhoneTile(-1, WORDS.text("tablets.title"), "", HOME, taken=False),)
    assert "192.168.1.7:8000" in shown.typed
    assert "1234" in shown.typed
    assert shown.closes == (WORDS.text("tablets.close", count=count) if count else "")


@pytest.mark.parametrize("url", [None, HERE])
def test_a_tablet_that_nobody_can_reach_is_not_offered(url: str | None) -> None:
    invitation = url and TabletInvitation(url=url, address="here", code="1234", count=1)
    assert more_tablets(invitation or None, WORDS) == MoreTablets()


def test_codes_are_as_large_as_they_fit() -> None:
    assert [columns(tiles, portrait=True) for tiles in (0, 1, 2, 6)] == [1, 1, 2, 2]
    assert [columns(tiles, portrait=False) for tiles in (0, 1, 4, 5, 6)] == [1, 1, 4, 3, 3]
