"""The gallery's scenes of a seat that the computer plays at a table of people."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from companion.app.table_setup import with_game
from companion.catalogue.shipped import SHIPPED
from companion.players.level import Level
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.settings.schema import PEOPLE, Settings
from companion.views.put_back import joined
from companion.views.table_view import AnnouncedView, CardsToEnter, TableView
from gallery import views as make
from gallery.entering import Scene, enter

NAME = ("name", "Anna")

Play = Callable[..., Scene]


def computer_scenes(play: Play) -> dict[str, Scene]:
    """Returns the scenes of computer seats, by name; `play` makes a scene of the play screen."""
    partner = make.declared_view("partner4")
    longest = max(partner.plays, key=lambda each: len(str(each.text)))
    laid = joined(make.WORDING.say("announced_play", (NAME, ("card", "partner4"))), longest.text)
    walks = AnnouncedView(seat=0, text=laid, card="partner4", play=longest, board=longest.result)
    swaps = AnnouncedView(
        seat=0,
        text=make.WORDING.say("announced_exchange", (NAME, ("other", "Carla"))),
        card="copy",
        decided=cmd.Exchange(seat=0, card="copy"),
    )
    stuck = AnnouncedView(
        seat=0, text=make.WORDING.say("announced_forfeit", (NAME,)), decided=cmd.Forfeit(seat=0, hand=("8",))
    )
    exchange = make.sample_view(phase=Phase.EXCHANGE)
    return {
        "computer_enter": play(computers(make.sample_view(), to_enter=CardsToEnter(seat=0, count=4)), _two_entered),
        "computer_thinks": play(computers(make.sample_view())),
        "computer_plays": play(computers(partner, announced=walks)),
        "computer_passes": play(computers(exchange, announced=swaps)),
        "computer_passes_shown": play(computers(exchange, announced=swaps), lambda screen: screen.show_card()),
        "computer_stuck": play(computers(make.sample_view(), announced=stuck)),
        "setup_computer": _setup,
    }


def computers(view: TableView, **changes: object) -> TableView:
    """The same table with its first seat played by the computer."""
    first, *others = view.seats
    seats = (replace(first, level=Level.STRONG), *others)
    return replace(view, seats=seats, **changes)  # type: ignore[arg-type]


def _two_entered(screen: Any) -> None:
    screen.enter_card("8")
    screen.enter_card("copy")


def _setup(stepped: Any, launcher: Any) -> None:
    """Two seats are the computer's, and the choice of the player of a third is open."""
    launcher.lines = []
    enter(stepped, "setup")
    screen = stepped.screen
    settings = with_game(SHIPPED, Settings(), Settings().variant)
    players = (PEOPLE, Level.STRONG, PEOPLE, Level.NORMAL)
    screen.form = replace(screen.form, settings=msgspec.structs.replace(settings, seat_players=players))
    screen.page = "players"
    stepped.settle()
