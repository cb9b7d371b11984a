"""Charts of a game, and of all games, as values: a title and a bar for each seat, card, player or month.

Tablet and paper draw them without any number or word of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.history.totals import MonthTotal, PlayerTotal, Totals
from companion.texts.times import duration, month, short_duration, tenths
from companion.views.kept.game_figures import SeatFigures
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words, card_name, variant_name

#: As many bars as people compare at a glance.
MOST_BARS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """`share` is its length, 1 the longest of its chart; `text` the number at its end; `colour` a pawn's, or empty.

    `person` is the player whose page it leads to; empty if it is about none.
    """

    label: str
    share: float
    text: str
    colour: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`note` names the counted things if the title does not."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A number over time: `heights` from 0, the least, to 1, the largest; `colour` is a pawn's, or empty."""

    title: str
    heights: tuple[float, ...]
    note: str
    colour: str = ""


#: The charts by seat: the message of the title, and the number.
_BY_SEAT: Final[tuple[tuple[str, Callable[[SeatFigures], int]], ...]] = (
    ("captures", lambda seat: seat.captures),
    ("bites", lambda seat: seat.bites),
    ("suffered", lambda seat: seat.suffered),
    ("robberies", lambda seat: seat.robberies),
    ("walked", lambda seat: seat.walked),
    ("quarter_turns", lambda seat: seat.quarter_turns),
    ("refused", lambda seat: seat.refused),
    ("questions", lambda seat: seat.asked),
)


def game_charts(game: SavedGame, words: Words) -> tuple[Chart, ...]:
    """Returns the charts of one game, without those of things that never happened in it."""
    seats = game.figures.seats
    charts = [_seat_chart(game, message, [of(seat) for seat in seats], words) for message, of in _BY_SEAT]
    charts.insert(5, _card_chart(dict(game.figures.walked), words))
    turns = [seat.turns_ms // seat.turns if seat.turns else 0 for seat in seats]
    charts.append(_seat_chart(game, "turn", turns, words, short_duration))
    charts.append(_seat_chart(game, "longest", [seat.longest_ms for seat in seats], words, short_duration))
    return _shown(charts)


def game_facts(game: SavedGame, words: Words) -> str:
    """Returns the totals of the whole game, in a line."""
    facts = [words.text("games.plays", count=game.ply), duration(game.played_ms, words)]
    counted = (("stats.corrected", game.figures.corrected), ("games.undos", game.undos))
    facts += [words.text(message, count=count) for message, count in counted if count]
    return " · ".join(facts)


def total_charts(total: Totals, words: Words) -> tuple[Chart, ...]:
    """Returns the charts of all games: by month, by game, by player, by card."""
    months = sorted(total.months.values(), key=lambda each: each.first_ms)[-MOST_BARS:]
    charts = [
        _month_chart("months_games", months, [each.games for each in months], words),
        _month_chart("months_time", months, [each.played_ms for each in months], words, lambda ms: duration(ms, words)),
        _month_chart("months_captures", months, [_tenths(each) for each in months], words, lambda n: tenths(n, words)),
        _variant_chart(total, words),
        _player_chart("players_games", total, lambda each: each.games, words),
        _player_chart("players_won", total, lambda each: each.won, words),
    ]
    charts += [_figure_chart(message, total, of, words) for message, of in _BY_SEAT]
    charts.append(_player_chart("turn", total, _turn_ms, words, short_duration))
    charts.append(_player_chart("longest", total, lambda each: each.figures.longest_ms, words, short_duration))
    charts.append(_card_chart(total.walked, words))
    return _shown(charts)


def total_facts(total: Totals, words: Words) -> str:
    """Returns the totals of all games, in a line."""
    return " · ".join(
        (
            words.text("stats.games", count=total.games),
            duration(total.played_ms, words),
            words.text("games.plays", count=total.figures.plays),
            words.text("stats.corrected", count=total.corrected),
        )
    )


def _shown(charts: Sequence[Chart]) -> tuple[Chart, ...]:
    return tuple(chart for chart in charts if any(bar.share for bar in chart.bars))


def _tenths(each: MonthTotal) -> int:
    """Returns the pawns sent home in a game of that month, in tenths."""
    return round(10 * (each.captures + each.bites) / each.games)


def _turn_ms(each: PlayerTotal) -> int:
    return each.figures.turns_ms // each.figures.turns if each.figures.turns else 0


def _seat_chart(
    game: SavedGame, message: str, numbers: Sequence[int], words: Words, write: Callable[[int], str] = str
) -> Chart:
    colours = game.colours or ("",) * len(game.names)
    rows = list(zip(game.names, numbers, colours, strict=False))
    return _chart(message, rows, words, write)


def _card_chart(walked: dict[str, int], words: Words) -> Chart:
    most = sorted(walked.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_BARS]
    return _chart("cards", [(card_name(card, words), fields, "") for card, fields in most], words)


def _variant_chart(total: Totals, words: Words) -> Chart:
    most = total.variants.most_common(MOST_BARS)
    return _chart("variants", [(variant_name(variant, words), count, "") for variant, count in most], words)


def _player_chart(
    message: str,
    total: Totals,
    number_of: Callable[[PlayerTotal], int],
    words: Words,
    write: Callable[[int], str] = str,
) -> Chart:
    """Returns the chart of the players with the largest numbers."""
    counted = sorted(
        ((number_of(each), each.name) for each in total.players.values()), key=lambda row: (-row[0], row[1])
    )
    chart = _chart(message, [(name, number, "") for number, name in counted[:MOST_BARS] if number], words, write)
    return replace(chart, bars=tuple(replace(bar, person=bar.label) for bar in chart.bars))


def _figure_chart(message: str, total: Totals, of: Callable[[SeatFigures], int], words: Words) -> Chart:
    return _player_chart(message, total, lambda each: of(each.figures), words)


def _month_chart(
    message: str,
    months: Sequence[MonthTotal],
    numbers: Sequence[int],
    words: Words,
    write: Callable[[int], str] = str,
) -> Chart:
    rows = [(month(each.first_ms, words), number, "") for each, number in zip(months, numbers, strict=True)]
    return _chart(message, rows, words, write)


def _chart(
    message: str, rows: Sequence[tuple[str, int, str]], words: Words, write: Callable[[int], str] = str
) -> Chart:
    """`rows` are label, number and colour."""
    most = max((number for _, number, _ in rows), default=0)
    bars = tuple(
        Bar(label=label, share=number / most if most else 0.0, text=write(number), colour=colour)
        for label, number, colour in rows
    )
    note = f"stats.{message}_note"
    said = words.text(note)
    return Chart(title=words.text(f"stats.{message}"), bars=bars, note="" if said == note else said)
