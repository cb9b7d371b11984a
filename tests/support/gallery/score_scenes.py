"""The gallery's scenes of keeping score: the players, the changes of one, the series, the evening."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from companion.evenings.evening import KeptEvening
from companion.evenings.table_answer import TableAnswer
from companion.evenings.tournament import Kind
from companion.scoring.profiles import Profile, Profiles
from companion.session.state import Phase
from companion.views.kept.saved_game import SavedGame
from gallery import history_views
from gallery.entering import Scene, enter
from gallery.views import NAMES, sample_view, unix_ms
from ui.presenters.evening import tonight as shown

#: A player with every field of a profile.
PEOPLE = Profiles(
    (
        Profile(name=NAMES[0], others=("Anni", "Anna-Lena"), colour="purple", glyph="paw"),
        Profile(name=NAMES[1], glyph="star"),
        Profile(name=NAMES[2], glyph="heart"),
    )
)


def evening_games(count: int = 16) -> tuple[SavedGame, ...]:
    """Games of the same four on one evening, the newest first; the table of `sample_view` plays the newest."""
    pattern, begun = (0, 0, 1, 0, 0), datetime(2026, 3, 14, 12, 0)
    one, view = history_views.many_games()[3], sample_view()
    games = [
        replace(
            one,
            game=view.game if number == count - 1 else f"evening-{number}",
            variant=view.variant,
            names=tuple(seat.name for seat in view.seats),
            colours=tuple(seat.colour for seat in view.seats),
            teams=(0, 1, 0, 1),
            started_ms=unix_ms(begun + timedelta(minutes=30 * number)),
            changed_ms=unix_ms(begun + timedelta(minutes=30 * number + 25)),
            result=(0, 2) if pattern[number % len(pattern)] == 0 else (1, 3),
        )
        for number in range(count)
    ]
    return tuple(reversed(games))


def score_scenes(play: Callable[..., Scene]) -> dict[str, Scene]:
    """Returns the scenes of scores, by name; `play` makes a scene of the play screen."""
    over = sample_view(phase=Phase.OVER, result=(0, 2))
    return {
        "players": _players(),
        "players_empty": _nobody,
        "player": _player(0),
        "player_never_won": _player(-1),
        "players_change": _player(0, lambda screen: screen.change()),
        "players_merge": _player(NAMES[4], _merging),
        "players_remove": _player(1, _removing),
        "players_refused": _player(0, _refused),
        "setup_known_players": _offered,
        "result": _result(),
        "result_won": _result(lambda screen: screen.win(0)),
        "result_alone": _result(_alone),
        "result_nobody": _first_result,
        "result_kept": _result(_kept),
        "result_correct": _result(_corrected),
        "result_plays": _result(_foreign),
        "tonight": _tonight(),
        "tonight_nobody": _nobody_tonight,
        "tonight_playing": _tonight(_two_tables),
        "tonight_tournament": _tonight(_tournament),
        "tonight_standings": _tonight(_played_rounds),
        "tonight_other_tables": _tonight(_other_tables),
        "play_over_series": _over(play(over)),
        "play_evening": _over(play(over, then=_evening)),
    }


def _filled(launcher: Any) -> None:
    launcher.games = [*evening_games(), *history_views.many_games()]
    launcher.people = PEOPLE
    launcher.lines = []


def _players(then: Callable[[Any], None] | None = None) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _filled(launcher)
        stepped.app.model.close()
        enter(stepped, "players")
        if then:
            then(stepped.screen)
        stepped.settle()

    return scene


def _nobody(stepped: Any, launcher: Any) -> None:
    _filled(launcher)
    launcher.games = []
    launcher.people = Profiles()
    stepped.app.model.close()
    enter(stepped, "players")


def _player(who: int | str, then: Callable[[Any], None] | None = None) -> Scene:
    """The page of a player, by the place in the list or by name; `then` opens or changes something."""

    def scene(stepped: Any, launcher: Any) -> None:
        _players()(stepped, launcher)
        name = who if isinstance(who, str) else stepped.screen.rows[who].profile.name
        stepped.screens.show_player(name, back="players")
        stepped.settle()
        if then:
            then(stepped.screen)
        stepped.settle()

    return scene


def _sheet(screen: Any) -> Any:
    screen.change()
    return next(child for child in screen.children if type(child).__name__ == "PlayerSheet")


def _merging(screen: Any) -> None:
    _sheet(screen)._ask_merge(NAMES[5])


def _removing(screen: Any) -> None:
    _sheet(screen).ask_remove()


def _refused(screen: Any) -> None:
    sheet = _sheet(screen)
    sheet.typed = screen.rows[1].profile.name
    sheet.rename()


def _offered(stepped: Any, launcher: Any) -> None:
    _filled(launcher)
    enter(stepped, "setup")
    stepped.screen.page = "players"
    stepped.settle()
    stepped.screen.offer_players(0)
    stepped.settle()


def _result(then: Callable[[Any], None] | None = None) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _filled(launcher)
        launcher.result_rows = {}
        stepped.app.model.close()
        enter(stepped, "home")
        stepped.screen.enter_result()
        stepped.settle()
        if then:
            then(stepped.screen)
        stepped.settle()

    return scene


def _first_result(stepped: Any, launcher: Any) -> None:
    """A family's first act: nobody has played here."""
    _filled(launcher)
    launcher.games, launcher.people = [], Profiles()
    stepped.app.model.close()
    enter(stepped, "home")
    stepped.screen.enter_result()
    stepped.settle()


def _tonight(then: Callable[[Any], None] | None = None) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _filled(launcher)
        launcher.result_rows, launcher.kept_evening = {}, KeptEvening()
        stepped.app.model.close()
        enter(stepped, "home")
        stepped.screen.manager.show("tonight", back="home")
        stepped.settle()
        for name in (*NAMES, "Émile", "Юля")[:9]:
            if name not in stepped.screen._kept.now.names:
                stepped.screen.tap_person(name)
        if then:
            then(stepped.screen)
        stepped.settle()

    return scene


def _nobody_tonight(stepped: Any, launcher: Any) -> None:
    _tonight()(stepped, launcher)
    launcher.games, launcher.people = [], Profiles()
    launcher.kept_evening = KeptEvening()
    stepped.screen.manager.show("home")
    stepped.screen.manager.show("tonight", back="home")
    stepped.settle()


def _two_tables(screen: Any) -> None:
    screen.next_tables()
    screen.begin(screen.view.proposed[0])


def _tournament(screen: Any) -> None:
    screen._act(shown.with_contest(screen._course(), Kind.ROUND_ROBIN))
    screen.begin(screen.view.proposed[0])


def _played_rounds(screen: Any) -> None:
    screen._act(shown.with_contest(screen._course(), Kind.ROUND_ROBIN))
    for winner in (0, 1):
        screen.begin(screen.view.proposed[0])
        for card in screen.view.playing:
            screen.win(card.game, winner)


def _other_tables(screen: Any) -> None:
    found = dict(zip((f"192.168.1.{20 + number}" for number in range(5)), TableAnswer, strict=True))
    screen.model.change(other_tables=tuple(found))
    screen.model.launcher.tables.found = found
    screen.show_other_tables()


def _alone(screen: Any) -> None:
    for name in (NAMES[4], NAMES[5]):
        screen.tap_person(name)
    while screen.form.team_count:
        screen.next_shape()
    screen.win(1)


def _kept(screen: Any) -> None:
    screen.win(1)
    screen.keep()


def _corrected(screen: Any) -> None:
    screen.win(1)
    screen.type_place("Grossmama")
    screen.keep()
    screen.correct(screen.game)


#: A new play, one like the newest game, one of an unknown game, one without a winner.
PLAYS = """Date,Game,Players,Winner,Minutes
2026-02-01,Tock 6,Anna/Ben/Carla/David,Anna/Carla,45
2026-03-14,Black DOG,Anna/Ben/Carla/David,Anna/Carla,
2026-02-03,Mensch,Anna/Ben/Zoë,Ben,
2026-02-04,DOG,Anna/Ben,,
"""


def _foreign(screen: Any) -> None:
    launcher = screen.model.launcher
    launcher.play_files = {Path("plays.csv"): PLAYS.encode()}
    screen.choose_file()
    next(child for child in screen.children if type(child).__name__ == "PickSheet").pick(Path("plays.csv"))


def _over(scene: Scene) -> Scene:
    def with_games(stepped: Any, launcher: Any) -> None:
        _filled(launcher)
        stepped.app.model.open(stepped.app.model.settings)
        enter(stepped, "play")
        scene(stepped, launcher)

    return with_games


def _evening(screen: Any) -> None:
    sheet = next(child for child in screen.children if type(child).__name__ == "OverSheet")
    sheet.ids.series.show_evening()
