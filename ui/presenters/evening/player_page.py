"""The page of one player: sums, streaks, charts with and against whom, and the rating over time."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.history.charts import MOST_BARS, Bar, Chart, LineChart
from companion.scoring.people import shown_names
from companion.scoring.ratings import FEWEST_GAMES
from companion.scoring.tables import PlayerRow
from companion.scoring.tally import PlayerTally, Tally
from companion.views.wording.words import variant_name
from ui.i18n import Words
from ui.presenters.evening.players import PlayerBook, number_text

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`facts` are the sums in a line, `streaks` the wins in a row."""

    row: PlayerRow
    facts: str
    streaks: str
    charts: tuple[Chart | LineChart, ...]


def player_page(book: PlayerBook, name: str, words: Words) -> PlayerPage:
    """The page of a player by any of the names."""
    row, tally = book.row(name), book.tally(name)
    if not tally.total.games:
        return PlayerPage(row, words.text("player.none", name=row.profile.name), "", ())
    names = shown_names(book.games, book.profiles)
    line = _rating(book.course(name), row, words)
    charts = [
        _ratios("variants", tally.variants, lambda variant: variant_name(variant, words), words),
        _partners(tally.partners, names, words),
        _opponents(tally.opponents, names, words),
        _ratios("seats", tally.seats, lambda seat: words.text("setup.seat", seat=seat + 1), words),
        _colours(tally.colours, words),
    ]
    return PlayerPage(
        row=row,
        facts=_facts(tally.total, words),
        streaks=" · ".join(_streaks(tally, words)),
        charts=(*line, *(chart for chart in charts if chart.bars)),
    )


def _facts(total: Tally, words: Words) -> str:
    return words.text("player.facts", won=total.won, count=total.games, share=round(100 * total.won / total.games))


def _streaks(tally: PlayerTally, words: Words) -> Iterable[str]:
    if tally.longest:
        yield words.text("player.longest", count=tally.longest)
    yield words.text("player.winning" if tally.streak > 0 else "player.losing", count=abs(tally.streak))


def _rating(course: tuple[float, ...], row: PlayerRow, words: Words) -> tuple[LineChart, ...]:
    """The line from the first rating that is shown on; none for less than two."""
    shown = course[FEWEST_GAMES - 1 :]
    if len(shown) < 2:
        return ()
    low, high = min(shown), max(shown)
    note = {"low": low, "high": high, "now": shown[-1]}
    return (
        LineChart(
            title=words.text("player.rating"),
            heights=tuple((value - low) / (high - low) if high > low else 0.5 for value in shown),
            note=words.text("player.rating_note", **{key: number_text(value, words) for key, value in note.items()}),
            colour=row.colour,
        ),
    )


def _ratios(message: str, tallies: Mapping[Key, Tally], label: Callable[[Key], str], words: Words) -> Chart:
    """Won games of all as bars, those with most games first."""
    return Chart(
        title=words.text(f"player.{message}"),
        bars=tuple(
            Bar(
                label=label(key),
                share=each.won / each.games,
                text=words.text("evening.of", won=each.won, count=each.games),
            )
            for key, each in _most(tallies)
        ),
    )


def _partners(tallies: Mapping[str, Tally], names: Mapping[str, str], words: Words) -> Chart:
    chart = _ratios("partners", tallies, names.__getitem__, words)
    return replace(chart, bars=tuple(replace(bar, person=bar.label) for bar in chart.bars))


def _opponents(tallies: Mapping[str, Tally], names: Mapping[str, str], words: Words) -> Chart:
    return Chart(
        title=words.text("player.opponents"),
        note=words.text("player.opponents_note"),
        bars=tuple(
            Bar(
                label=names[key],
                share=each.won / each.games,
                text=f"{each.won} : {each.lost}",
                person=names[key],
            )
            for key, each in _most(tallies)
        ),
    )


def _colours(tallies: Mapping[str, Tally], words: Words) -> Chart:
    chart = _ratios("colours", tallies, lambda colour: words.text(f"colour.{colour}"), words)
    bars = zip(chart.bars, _most(tallies), strict=True)
    return replace(chart, bars=tuple(replace(bar, colour=colour) for bar, (colour, _) in bars))


def _most(tallies: Mapping[Key, Tally]) -> list[tuple[Key, Tally]]:
    return sorted(tallies.items(), key=lambda entry: (-entry[1].games, str(entry[0])))[:MOST_BARS]
