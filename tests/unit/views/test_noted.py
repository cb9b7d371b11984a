"""The tablet shows the newest act of a player: a play with its verdict, or what somebody did with cards."""

import pytest
from session_driver import Session
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve.board import KEEP_NOTED
from companion.session.state import Phase
from companion.views.noted import noted_text
from companion.views.table import table_view
from companion.views.view_context import ViewContext
from ui.i18n import load_words
from ui.presenters.banner import banner

AROUND = ViewContext(wording=WORDING, epoch=1)
WORDS = load_words("en")
#: The kinds of acts that random people come to in a few rounds.
ACTS = {
    "black_dog": {ev.HandForfeited},
    "dog_royal": {ev.FreeStartDecided, ev.HandForfeited, ev.CardsDrawn},
    "super_tock_advanced": {ev.HandForfeited, ev.CardDiscarded},
}


class Watched(RandomPlayers):
    """After each step the view and the banner are held to the events."""

    def check(self) -> None:
        super().check()
        state = self.session.state
        news = [event for event in self.session.events if type(event) not in KEEP_NOTED][-1]
        view = table_view(state, AROUND)
        if not isinstance(news, ev.NotedEvent):
            assert view.noted is None
            return
        self.done[str(type(news))] += 1
        sentence = noted_text(WORDING, news, state.names[news.seat])
        assert view.noted == sentence
        if state.phase is Phase.PLAY and not view.declared:
            assert banner(view, WORDS).sentence == sentence["en"]


@pytest.mark.parametrize("variant_id", ACTS)
def test_the_newest_act_is_shown(variant_id: str) -> None:
    players = Watched(Session().start(variant=variant_id), seed=3)
    players.play_rounds(4)
    assert {str(act) for act in ACTS[variant_id]} <= set(players.done)


def test_an_undo_brings_back_the_news_before_it() -> None:
    session = Session().start(variant="dog_royal", core__verify_forfeit=False).to_play()
    before = table_view(session.state, AROUND).noted
    assert before is not None
    session.do(cmd.Forfeit(seat=session.position.turn, hand=None))
    assert table_view(session.state, AROUND).noted != before
    session.do(cmd.Undo())
    assert table_view(session.state, AROUND).noted == before
