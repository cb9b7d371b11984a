"""The scenes of the gallery, by name: each puts the app into one state."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from words_for_tests import say

from companion.model.places import Place
from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.settings.schema import Settings
from companion.views.table_view import HealthState, PendingView
from companion.views.troubles import all_with_id
from gallery import views as make
from gallery.backup_scenes import backup_scenes
from gallery.card_scenes import card_scenes
from gallery.certify_scenes import certify_scenes
from gallery.computer_scenes import computer_scenes
from gallery.demo_scenes import demo_scenes
from gallery.devices import device_scenes
from gallery.entering import Scene, enter
from gallery.guide_scenes import guide_scenes
from gallery.history_scenes import history_scenes
from gallery.phone_scenes import phone_scenes
from gallery.score_scenes import score_scenes
from ui.presenters.spots import Spot


def scenes() -> dict[str, Scene]:
    """Returns all scenes, by name: each puts the app into one state."""
    before = {
        "home": _home,
        "home_empty": _home_empty,
        "start": lambda stepped, _: enter(stepped, "start"),
        "home_faulty": _home_faulty,
        "home_notice": _home_notice,
        "home_kiosk": _home_kiosk,
        "home_not_saved": _home_not_saved("record_read_only"),
        "home_already_running": _home_not_saved("folder_held", ("since", "2026-03-14 20:15"), ("pid", "41233")),
        "setup": _setup(),
        "setup_players": _setup("players"),
        "setup_six": _setup("players", make.six_at_the_table()),
        "setup_rules": _setup("rules"),
        "setup_rules_changed": _setup("rules", make.changed_rules(), turn=1),
        "own_game": _own_game("7"),
        "own_game_swap": _own_game("swap", "house"),
        "setup_devices": _setup("devices"),
        "setup_wheel": _setup("devices", Settings(wheel="auto")),
        "setup_complaint": _setup_complaint,
        "cards": _cards(),
    }
    at_table = (
        _judged_scenes()
        | _table_scenes()
        | _family_scenes()
        | card_scenes()
        | demo_scenes(play)
        | computer_scenes(play)
    )
    before |= device_scenes() | certify_scenes() | phone_scenes() | backup_scenes() | guide_scenes()
    return before | at_table | history_scenes(play) | score_scenes(play)


def play(view: Any, then: Callable[[Any], None] | None = None, *, turn_s: int = 0) -> Scene:
    """The play screen with a snapshot, and a following action; `turn_s` is how long a turn should last."""

    def scene(stepped: Any, launcher: Any) -> None:
        model = stepped.app.model
        model.settings = msgspec.structs.replace(model.settings, turn_s=turn_s)
        model.open(model.settings)
        launcher.table.show(view)
        stepped.screens.get_screen("play").close_up.close()
        stepped.screens.get_screen("play").leave_mode()
        stepped.screens.get_screen("play").back_to_game()
        stepped.screens.show("play")
        stepped.settle()
        if then:
            then(stepped.screen)

    return scene


def _judged_scenes() -> dict[str, Scene]:
    """Returns the scenes with an open card and the referee's verdict on it."""
    unclear = make.declared_view("8", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0))
    wheel_plays = make.candidates(make.sample_position(), "3")
    illegal = make.spoken(VerdictKind.ILLEGAL, seat=0, origin=5, target=12)
    return {
        "play_choose": play(make.sample_view(verdict=make.spoken(VerdictKind.LEGAL))),
        "play_noted": play(make.sample_view(noted=make.WORDING.say("forfeit_noted", (("name", "Carla"),)))),
        "play_close_up": _close_up,
        "play_proposed": play(make.sample_view(proposed=("8",), health=make.cards_seen())),
        "play_proposed_two": play(make.sample_view(proposed=("black6", "9"), health=make.cards_seen())),
        "play_timed": play(make.sample_view(), turn_s=60),
        "play_late": play(make.sample_view(), turn_s=30),
        "play_demo": play(make.sample_view(demo=True, verdict=make.spoken(VerdictKind.LEGAL))),
        "play_watch": play(make.declared_view("12")),
        "play_illegal": play(make.declared_view("8", verdict=illegal)),
        "play_advice": play(make.declared_view("8", verdict=replace(illegal, text=make.ADVICE))),
        "play_unfinished": play(make.declared_view("3", verdict=make.spoken(VerdictKind.UNFINISHED, seat=0, card="3"))),
        "play_unclear": play(replace(unclear, candidates=unclear.plays[:3])),
        "play_wheel": play(
            make.declared_view(
                "3", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0, card="3"), candidates=wheel_plays[:2]
            )
        ),
        "play_tap": play(make.declared_view("partner4", camera=HealthState.OFF)),
        "play_stuck": play(make.stuck_view()),
        "play_tapped": play(make.declared_view("partner4", camera=HealthState.OFF), then=_tapping),
        "play_letters": play(make.declared_view("8", camera=HealthState.OFF)),
        "play_settled": play(make.declared_view("partner4", camera=HealthState.OFF), then=_settling),
        "play_list": play(make.declared_view("partner4", camera=HealthState.OFF), then=lambda s: s.list_plays()),
        "play_trouble": play(make.sample_view(health=make.in_trouble(), notice=make.WARNING)),
        "play_amend": play(
            make.declared_view("8", verdict=illegal), then=lambda screen: setattr(screen, "mode", "amend")
        ),
    }


def _table_scenes() -> dict[str, Scene]:
    """Returns the other scenes at the table, by name."""
    exchange = tuple(replace(seat, exchanged=seat.seat < 2) for seat in make.sample_view().seats)
    return {
        "play_edit": play(make.sample_view(), then=_editing),
        "play_report": play(make.declared_view("8", camera=HealthState.OFF), then=lambda s: s.begin_edit("report")),
        "play_forfeit": play(make.sample_view(), then=_forfeiting),
        "play_deal": play(make.sample_view(phase=Phase.DEAL, turn=3)),
        "play_dog": play(make.sample_view(phase=Phase.FIGURE, figure=make.figure_name(), turn=3)),
        "play_exchange": play(make.sample_view(phase=Phase.EXCHANGE, seats=exchange)),
        "play_paused": play(make.sample_view(paused=True)),
        "play_not_saved": play(make.not_saved_view(paused=True)),
        "play_over": play(make.sample_view(phase=Phase.OVER, result=(0, 2))),
    }


def _family_scenes() -> dict[str, Scene]:
    """Returns the other games of the family: their boards, and questions that only they have."""
    star, ring, ranked, throwing = make.GAMES
    six = make.game_view(star, 6)
    blind = tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in six.health)
    tock = make.game_view(ring, 4, health=blind)
    royal = make.game_view(ranked, 4)
    kings = make.candidates(tock.position, "K") if tock.position else ()
    return {
        "game_six": play(six),
        "game_edit": play(six, then=_editing),
        "game_joker": play(six, then=lambda screen: screen.declare("joker")),
        "game_tock": play(replace(tock, declared="K", plays=kings)),
        "game_tock_six": play(make.game_view(ring, 6)),
        "game_ranks": play(royal),
        "game_free_start": play(make.all_waiting(royal)),
        "game_may_draw": play(replace(royal, pending=PendingView(kind="may_draw", seat=3, count=1))),
        "game_solo": play(make.game_view(star, 3)),
        "game_throw": play(make.game_view(ring, 4), then=_throwing),
        "game_neighbour": play(
            make.game_view(throwing, 4, pending=PendingView(kind="discard", seat=1, count=1), turn=1)
        ),
        "cards_ranked": _cards(ranked),
        "cards_centre": _cards(throwing),
    }


def _tapping(screen: Any) -> None:
    """A pawn has been tapped; its possible targets are lit."""
    screen.on_spot(Spot(None, Place(5)))


def _settling(screen: Any) -> None:
    """Pawn and field leave one play; its ring is on the way."""
    screen.on_spot(Spot(None, Place(5)))
    screen.on_spot(Spot(None, Place(9)))
    screen.refresh()
    screen.ring.closed = 0.7


def _close_up(stepped: Any, launcher: Any) -> None:
    """The last play, enlarged over the board for a moment."""
    play(make.sample_view())(stepped, launcher)
    said = make.spoken(VerdictKind.LEGAL, seat=0, card="8", seq=50)
    result = make.candidates(make.sample_position(), "8")[0].result
    position = make.sample_position().with_placement(result)
    launcher.table.show(make.sample_view(position=position, verdict=said, last_play=said, turn=1))
    stepped.settle()
    stepped.screen.close_up._begin.cancel()
    stepped.screen.close_up._open()


def _enter_home(stepped: Any) -> None:
    """The first screen, with the manual's button, whether a manual was built here or not."""
    stepped.app.full_screen.locked = False
    enter(stepped, "home")
    stepped.screen.manual = "file:///manual/index.html"
    stepped.settle()


def _home(stepped: Any, launcher: Any) -> None:

    launcher.games = list(make.saved_games())
    launcher.lines = []
    _enter_home(stepped)


def _home_faulty(stepped: Any, launcher: Any) -> None:
    launcher.games = list(make.faulty_games())
    launcher.lines = []
    _enter_home(stepped)


def _home_empty(stepped: Any, launcher: Any) -> None:
    launcher.games = []
    _enter_home(stepped)


def _home_notice(stepped: Any, launcher: Any) -> None:

    _home(stepped, launcher)
    launcher.lines = [make.WARNING]
    _enter_home(stepped)


def _home_kiosk(stepped: Any, launcher: Any) -> None:
    """A machine that has nothing but Pawtrack, about to be switched off."""
    _home_empty(stepped, launcher)
    stepped.app.full_screen.locked = True
    stepped.screen.leave()
    stepped.settle()


def _home_not_saved(code: str, *blanks: tuple[str, str]) -> Scene:
    """The first screen where no game can be kept, and why."""

    def scene(stepped: Any, launcher: Any) -> None:
        launcher.lines = []
        launcher.trouble = all_with_id(say(code, blanks), code)
        _home_empty(stepped, launcher)
        launcher.trouble = None

    return scene


def _own_game(card: str, refused: str = "") -> Scene:
    """The game maker with a card on the example board; a name that is a game already is `refused`."""

    def scene(stepped: Any, launcher: Any) -> None:
        _setup("rules", Settings(variant="dog", board="star_4"))(stepped, launcher)
        enter(stepped, "own_game")
        screen = stepped.screen
        screen.card = card
        if refused:
            screen.choose_rule("core.home_optional", False)
            screen.title = "Dog"
            screen.save()
        stepped.settle()

    return scene


def _setup(page: str = "game", settings: Any = None, turn: int = 0) -> Scene:
    """The set-up screen on a page, with these settings (None: as they are), that many leaves on."""

    def scene(stepped: Any, launcher: Any) -> None:
        launcher.lines = []
        enter(stepped, "setup")
        screen = stepped.screen
        if settings is not None:
            screen.form = replace(screen.form, settings=settings)
        screen.page = page
        stepped.settle()
        if page == "rules":
            rules = screen.ids.body.children[0]
            rules.number = 0
            rules.turn(turn)
            stepped.settle()

    return scene


def _setup_complaint(stepped: Any, launcher: Any) -> None:
    _setup("players")(stepped, launcher)
    screen = stepped.screen
    screen.form = screen.form.with_name(2, screen.form.settings.names[0])
    screen.start()
    stepped.settle()


def _cards(variant: str = "") -> Scene:
    """The card aid of a game; without a name, of the one in the settings."""

    def scene(stepped: Any, launcher: Any) -> None:
        model = stepped.app.model
        model.close()
        if variant:
            model.open(model.settings)
            launcher.table.show(make.game_view(variant, 4))
            stepped.settle()
        enter(stepped, "cards")

    return scene


def _editing(screen: Any) -> None:

    screen.begin_edit("edit")
    screen.on_spot(Spot(None, Place(5)))
    screen.on_spot(Spot(None, Place(12)))


def _forfeiting(screen: Any) -> None:
    screen.begin_forfeit()
    for card in ("13", "swap", "copy"):
        screen.lay_open(card)


def _throwing(screen: Any) -> None:
    screen.begin_forfeit()
    for card in ("Q", "9", "6", "3"):
        screen.lay_open(card)
    screen.throw(2)
