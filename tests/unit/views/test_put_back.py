"""The figures that go back after an undo: pawns and the dog, from where to where, kennels among them."""

from itertools import pairwise

from gallery.history_views import played_course
from gallery.views import sample_view
from msgspec.structs import replace
from words_for_tests import WORDING

from companion.session.state import BoardGame
from companion.views.put_back import put_back
from ui.i18n import load_words
from ui.presenters.play.choices import occupants
from ui.presenters.play.play import TabletState, play_view_model
from ui.presenters.spots import Spot


def test_every_spot_that_an_undo_changes_is_ringed() -> None:
    dogs = kennels = wheels = 0
    states = [state for state in played_course().states if isinstance(state, BoardGame)]
    for before, after in pairwise(states):
        said = put_back(replace(before, undone=after), WORDING)
        assert said is not None
        shown = sample_view(position=before.position, put_back=said)
        face = play_view_model(shown, TabletState(), load_words("en"))
        ringed = set(face.pointed_at)
        turned = before.position.placement.extra("wheel") != after.position.placement.extra("wheel")
        assert face.rings_wheel is turned
        wheels += turned
        now, wanted = (occupants(state.rules, state.position.placement) for state in (after, before))
        assert {spot for spot in now.keys() | wanted.keys() if now.get(spot) != wanted.get(spot)} == ringed
        moved = before.position.placement.extra("dog") != after.position.placement.extra("dog")
        dogs += moved and Spot(None, after.position.placement.extra("dog")) in ringed
        kennels += any(spot.seat is not None for spot in ringed)
    assert dogs
    assert kennels
    assert wheels
