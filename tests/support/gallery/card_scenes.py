"""The gallery's scenes of games of cards alone: set-up, table, questions, result."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gallery import card_views as make
from gallery.entering import Scene, enter
from gallery.views import WARNING, not_saved_view


def card_scenes() -> dict[str, Scene]:
    """Returns the scenes of card games, by name."""
    rich = make.view_of(make.rich_table())
    return {
        "card_table_begin": on_table(make.first_view(3)),
        "card_table_two": _played(2, 40),
        "card_table_three": _played(3, 50),
        "card_table_four": _played(4, 60),
        "card_table_demo": _played(3, 30, demo=True),
        "card_table_picked": on_table(rich, picked("4")),
        "card_table_joker": on_table(rich, picked("joker")),
        "card_table_robber": _played(4, 60, picked("robber")),
        "card_table_search": on_table(rich, lambda screen: (screen.pick("14"), screen.tap(pile(screen)))),
        "card_table_which": on_table(make.view_of(make.rich_table(turn=1)), _ambiguous),
        "card_table_name": on_table(make.first_view(2), lambda screen: screen.begin_naming()),
        "card_table_mend": on_table(make.view_of(make.wrong_table())),
        "card_table_illegal": _refused(3, 50, "buy 14 5"),
        "card_table_exchange": on_table(make.first_view(4)),
        "card_table_notice": on_table(replace(rich, notice=WARNING)),
        "card_table_paused": on_table(replace(rich, paused=True)),
        "card_table_not_saved": on_table(replace(rich, health=not_saved_view().health[3:], paused=True)),
        "card_table_over": _played(3, 9999),
        "card_table_over_team": _played(4, 9999),
        "setup_cards": _setup("game", 2),
        "setup_cards_players": _setup("players", 3),
        "setup_cards_team": _setup("players", 4),
        "setup_cards_rules": _setup("rules", 2),
        "setup_cards_devices": _setup("devices", 2),
        "cards_row": _card_aid,
    }


def on_table(view: Any, then: Callable[[Any], object] | None = None) -> Scene:
    """The card table with a snapshot, and a following action."""

    def scene(stepped: Any, launcher: Any) -> None:
        stepped.app.model.open(stepped.app.model.settings)
        launcher.table.show(view)
        stepped.screens.get_screen("card_table").leave_mode()
        stepped.screens.get_screen("card_table").back_to_game()
        stepped.screens.show("card_table")
        stepped.settle()
        if then:
            then(stepped.screen)

    return scene


def _played(players: int, plies: int, then: Callable[[Any], object] | None = None, **changes: object) -> Scene:
    """A game played on for some plies.  That takes a while, so it is played only when its picture is drawn."""

    def scene(stepped: Any, launcher: Any) -> None:
        on_table(make.card_view(players, plies, **changes), then)(stepped, launcher)

    return scene


def _refused(players: int, plies: int, action: str) -> Scene:
    """A game whose last action the referee refused."""

    def scene(stepped: Any, launcher: Any) -> None:
        on_table(make.refused_view(players, plies, action))(stepped, launcher)

    return scene


def picked(card: str) -> Callable[[Any], object]:
    """A tap on a card of the hand."""
    return lambda screen: screen.pick(card)


def pile(screen: Any) -> Any:
    """The meaning of the discard pile for the picked card."""
    screen.refresh()
    return screen.face.discard.target


def _ambiguous(screen: Any) -> None:
    """A 1/11 that may go on the row or replace one of its jokers."""
    screen.pick("1/11")
    screen.refresh()
    screen.tap(screen.face.players[1].rows[0].target)


def _setup(page: str, players: int) -> Scene:
    """A page of the set-up screen, with a card game chosen."""

    def scene(stepped: Any, launcher: Any) -> None:
        launcher.lines = []
        enter(stepped, "setup")
        stepped.screen.form = replace(stepped.screen.form, settings=make.card_settings(players))
        stepped.screen.page = page
        stepped.settle()

    return scene


def _card_aid(stepped: Any, launcher: Any) -> None:
    """The uses of each card, as the table of a card game shows them."""
    stepped.app.model.close()
    stepped.app.model.open(stepped.app.model.settings)
    launcher.table.show(make.first_view(2))
    stepped.settle()
    enter(stepped, "cards")
