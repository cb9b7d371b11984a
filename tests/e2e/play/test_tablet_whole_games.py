"""Whole games on boards by touch alone, without a camera: chosen, played from the first deal to the result."""

import pytest
from board_fingers import SensiblePeople, TouchedSession
from touched_tables import TouchedLauncher
from ui_driver import Driver, open_driver, words

from companion.session.state import Phase

#: Game, players and where its cards come from.
GAMES = [
    ("black_dog", 4, 3),
    ("dog_royal", 4, 5),
    ("tock_6", 6, 8),
    ("super_tock", 4, 13),
    ("super_tock_advanced", 4, 7),
    ("pegs_and_jokers", 6, 4),
    ("jackaroo", 4, 2),
    ("keezen", 4, 1),
    ("pegs_and_jokers", 4, 3),
    ("tock_4", 4, 5),
    ("braendi", 6, 6),
    ("after_partners", 4, 7),
]
#: With `--full` every command of every game is a touch.  Else this one's first round and its end are, and of one other
#: the first round; the commands between go to the table at once.
WHOLE = "black_dog"
#: Where a player draws after every play, a round goes on to the end.
PLAYS_OF_A_ROUND = 24


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def begin(driver: Driver, variant: str, players: int) -> TouchedSession:
    """Chooses the game and the number of players in the set-up, and starts."""
    driver.model.launcher = driver.launcher = TouchedLauncher()
    driver.enter("setup")
    driver.tap(
        next(widget for widget in driver.visible() if getattr(getattr(widget, "tile", None), "variant", "") == variant)
    )
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text(str(players))
    driver.tap_text(words("setup.start"))
    assert driver.stepped.screens.current == "play"
    return TouchedSession(driver)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_a_whole_game_from_the_deal_to_the_result_by_touch_alone(
    driver: Driver, full: bool, variant: str, players: int, seed: int
) -> None:
    session = begin(driver, variant, players)
    people = SensiblePeople(session, seed)
    while session.state.phase is not Phase.OVER:
        first = session.state.round <= 1 and session.plays < PLAYS_OF_A_ROUND
        if not (first or full or variant == WHOLE):
            break
        session.touching = full or first or session.is_ending
        people.step()
        people.check()
    assert session.plays > 5
    assert session.taps < 8 * session.plays + 40
    winners = [driver.model.view.seats[seat].name for seat in session.state.result or ()]
    assert bool(winners) == (full or variant == WHOLE)
    assert all(any(name in text for text in driver.texts()) for name in winners)
