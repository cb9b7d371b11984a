"""The form of a result: the game, the people and their sides, the winners, and what else people noted.

Law: nothing is filled in that the form does not show.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from companion.scoring.people import shown_names
from companion.scoring.tables import PlayerRow
from companion.session.results import Result, ResultRefusedError, checked
from companion.texts.stored_times import day_of
from companion.texts.times import day_text, duration, evening_ms
from companion.views.kept.saved_game import SavedGame
from companion.writing.bidi import isolated
from companion.writing.names import name_key
from ui.i18n import Words
from ui.presenters.evening.players import PlayerBook

#: Everybody plays alone, in the chooser of teams.
ALONE: Final = 0
#: The letters of the teams.
TEAM_LETTERS: Final = "ABCDEFGHIJKL"
#: The minutes that are offered; 0: nobody noted them.
MINUTES: Final = (0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 105, 120, 150, 180, 240)
#: The days that are offered, from today back.
DAYS: Final = 60
#: The fewest people for so many teams.
_FEWEST: Final = {2: 3, 3: 5, 4: 7}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultForm:
    """`teams` go by person; `team_count` is `ALONE` or the number of teams; `winner` is a team.

    `day` None is today, at the time when the form is kept.  `before` is the result to correct, else None.
    """

    variant: str = ""
    people: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    team_count: int = ALONE
    winner: int | None = None
    day: date | None = None
    minutes: int = 0
    place: str = ""
    note: str = ""
    before: Result | None = None

    @property
    def sides(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Each team with its people, in the order of the teams."""
        return tuple(
            (team, tuple(name for name, own in zip(self.people, self.teams, strict=True) if own == team))
            for team in sorted(set(self.teams))
        )

    @property
    def shapes(self) -> tuple[int, ...]:
        """The ways in which so many people can play, as values of `team_count`."""
        return (ALONE, *(count for count, fewest in _FEWEST.items() if len(self.people) >= fewest))

    def team_of(self, name: str) -> int | None:
        """The team of a person; None for somebody who does not play."""
        return self.teams[self.people.index(name)] if name in self.people else None

    def tapped(self, name: str) -> "ResultForm":
        """After a tap on a person: into the game, on to each next team, and out of it again."""
        if name not in self.people:
            return self._entered(name)
        at, first = self.people.index(name), self._smallest(without=name)
        following = (self.teams[at] + 1) % max(1, self.team_count)
        if self.team_count == ALONE or following == first:
            return self._without(name)
        teams = (*self.teams[:at], following, *self.teams[at + 1 :])
        return replace(self, teams=teams)._settled()

    def shaped(self, team_count: int) -> "ResultForm":
        """The same people in another number of teams, shared out in turn, as they sit around a table."""
        teams = tuple(seat if team_count == ALONE else seat % team_count for seat in range(len(self.people)))
        return replace(self, team_count=team_count, teams=teams, winner=None)

    def next_shape(self) -> "ResultForm":
        shapes = self.shapes
        at = shapes.index(self.team_count) if self.team_count in shapes else -1
        return self.shaped(shapes[(at + 1) % len(shapes)])

    def result(self, now: datetime) -> Result:
        """The result as it is kept.  Raises ResultRefusedError with the first thing that is missing."""
        ended_ms, day_only = self._end(now)
        found = Result(
            variant=self.variant,
            names=self.people,
            teams=self.teams,
            winners=tuple(seat for seat, team in enumerate(self.teams) if team == self.winner),
            ended_ms=ended_ms,
            day_only=day_only,
            minutes=self.minutes,
            place=self.place.strip(),
            note=self.note.strip(),
            source=self.before.source if self.before else "",
        )
        return checked(found)

    def missing(self, now: datetime, words: Words) -> str:
        """The first thing that is missing, in words; empty if the form can be kept."""
        try:
            self.result(now)
        except ResultRefusedError as error:
            return words.text(f"results.{error.message}", **error.blanks)
        return ""

    def _entered(self, name: str) -> "ResultForm":
        team = max(self.teams, default=-1) + 1 if self.team_count == ALONE else self._smallest()
        return replace(self, people=(*self.people, name), teams=(*self.teams, team))

    def _without(self, name: str) -> "ResultForm":
        kept = [(own, team) for own, team in zip(self.people, self.teams, strict=True) if own != name]
        people, teams = tuple(own for own, _ in kept), tuple(team for _, team in kept)
        return replace(self, people=people, teams=teams)._settled()

    def _settled(self) -> "ResultForm":
        """Without a winner who plays no more, and without more teams than so few people make."""
        form = self if self.team_count in self.shapes else self.shaped(ALONE)
        return form if form.winner in form.teams else replace(form, winner=None)

    def _smallest(self, without: str = "") -> int:
        """The team that a person joins first: the one with the fewest others."""
        others = [team for name, team in zip(self.people, self.teams, strict=True) if name != without]
        return min(range(max(1, self.team_count)), key=lambda team: (others.count(team), team))

    def _end(self, now: datetime) -> tuple[int, bool]:
        """Unix milliseconds of the end, and whether only its day is known."""
        if self.before is not None and self.day in (None, day_of(self.before.ended_ms)):
            return self.before.ended_ms, self.before.day_only
        if self.day is None or self.day == now.date():
            return int(now.timestamp() * 1000), False
        return evening_ms(self.day), True


def new_form(book: PlayerBook, variant: str) -> ResultForm:
    """A form with the people, sides and game of the newest game that counts; else `variant` with nobody."""
    known = {game.game: game for game in book.games}
    newest = next((known[game.game] for game in book.games if _has_sides(game, book)), None)
    if newest is None:
        return ResultForm(variant=variant)
    names = shown_names(book.games, book.profiles)
    people = tuple(names[book.profiles.key_of(name)] for name in newest.names)
    return ResultForm(
        variant=newest.variant,
        people=people,
        teams=_numbered(newest.teams),
        team_count=_team_count(newest.teams),
        place=newest.entered.place if newest.entered else "",
    )


def form_of(result: Result) -> ResultForm:
    """The form that corrects a result."""
    teams = _numbered(result.teams)
    return ResultForm(
        variant=result.variant,
        people=result.names,
        teams=teams,
        team_count=_team_count(teams),
        winner=teams[result.winners[0]],
        day=day_of(result.ended_ms),
        minutes=result.minutes,
        place=result.place,
        note=result.note,
        before=result,
    )


def people_offered(rows: Sequence[PlayerRow], form: ResultForm) -> tuple[str, ...]:
    """Those in the form first, then everybody else, the most recent first."""
    inside = {name_key(name) for name in form.people}
    others = [row for row in rows if not inside & set(row.profile.keys)]
    return (*form.people, *(row.profile.name for row in sorted(others, key=lambda row: -row.last_ms)))


def side_text(people: Sequence[str]) -> str:
    return " & ".join(map(isolated, people))


def person_text(name: str, form: ResultForm) -> str:
    """A person to tap, with the letter of the team."""
    team = form.team_of(name)
    return isolated(name) if team is None or form.team_count == ALONE else f"{TEAM_LETTERS[team]} · {isolated(name)}"


def shape_text(team_count: int, words: Words) -> str:
    return words.text("results.alone") if team_count == ALONE else words.text("results.teams", count=team_count)


def minutes_text(minutes: int, words: Words) -> str:
    return duration(minutes * 60_000, words) if minutes else words.text("results.no_minutes")


def days_offered(today: date) -> tuple[date, ...]:
    return tuple(today - timedelta(days=ago) for ago in range(DAYS))


def day_label(day: date | None, today: date, words: Words) -> str:
    """The day of a result: today, yesterday, or the day itself."""
    if day is None or day == today:
        return words.text("results.today")
    return words.text("results.yesterday") if day == today - timedelta(days=1) else day_text(day, words)


def variants_offered(games: Sequence[SavedGame], known: Sequence[str]) -> tuple[str, ...]:
    """The games that there are, those played last first."""
    played = dict.fromkeys(game.variant for game in games if game.variant in known)
    return (*played, *(variant for variant in known if variant not in played))


def _has_sides(game: SavedGame, book: PlayerBook) -> bool:
    return any(scored.game == game.game for scored in book.scored)


def _numbered(teams: Sequence[int]) -> tuple[int, ...]:
    """The same teams, numbered from 0 in the order of their first people."""
    order = list(dict.fromkeys(teams))
    return tuple(order.index(team) for team in teams)


def _team_count(teams: Sequence[int]) -> int:
    count = len(set(teams))
    return ALONE if count == len(teams) else count
