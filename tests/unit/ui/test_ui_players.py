"""The page of one player: sums, wins in a row, and charts."""

from scored_evenings import simulated_games, won_game
from words_for_tests import WORDING

from companion.history.charts import Chart
from companion.scoring.ratings import RatingBook
from companion.scoring.tables import player_table
from ui.i18n import load_words
from ui.presenters.evening.player_page import player_page
from ui.presenters.evening.players import PlayerBook

WORDS = load_words("en", WORDING)
NAMES = ("Anna", "Ben", "Carla", "David")
#: Anna's team wins two games of three, the last ones.
BOOK = PlayerBook([won_game(1, NAMES, 1), won_game(2, NAMES, 0), won_game(3, NAMES, 0)])


def charts() -> dict[str, Chart]:
    return {chart.title: chart for chart in player_page(BOOK, "Anna", WORDS).charts if isinstance(chart, Chart)}


def test_won_games_and_wins_in_a_row_are_stated() -> None:
    page = player_page(BOOK, "Anna", WORDS)
    assert page.facts == WORDS.text("player.facts", won=2, count=3, share=67)
    assert WORDS.text("player.winning", count=2) in page.streaks


def test_partners_and_opponents_have_their_bars() -> None:
    shown = charts()
    partners, opponents = shown[WORDS.text("player.partners")], shown[WORDS.text("player.opponents")]
    assert [(bar.label, bar.person, bar.share) for bar in partners.bars] == [("Carla", "Carla", 2 / 3)]
    assert {bar.label for bar in opponents.bars} == {"Ben", "David"}
    assert partners.bars[0].text == WORDS.text("evening.of", won=2, count=3)


def test_seats_are_counted_from_one() -> None:
    (bar,) = charts()[WORDS.text("player.seats")].bars
    assert bar.label == WORDS.text("setup.seat", seat=1)


def test_nobody_s_page_has_no_chart() -> None:
    page = player_page(BOOK, "Nobody", WORDS)
    assert (page.charts, page.facts) == ((), WORDS.text("player.none", name="Nobody"))


def test_the_table_goes_by_strength_once_all_games_are_counted() -> None:
    games = simulated_games({f"Person {number}": number / 3 for number in range(9)}, 60, seed=40)
    book = PlayerBook(games)
    unrated = player_table(games, book.scored, book.profiles, RatingBook())
    while book.unrated:
        assert book.rows() == unrated
        book.rate_on(25)
    strengths = [row.rating.strength for row in book.rows() if row.rating]
    assert len(strengths) == 9
    assert strengths == sorted(strengths, reverse=True)
    assert book.rows() == player_table(games, book.scored, book.profiles, RatingBook(book.scored))
