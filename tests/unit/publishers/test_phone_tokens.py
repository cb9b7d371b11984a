"""A token speaks for one seat of one game, for as long as no other phone has taken it."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.publishers.phones.tokens import REMEMBERED, SeatTokens
from companion.web.messages import Void, digest


def made() -> SeatTokens:
    numbers = itertools.count()
    return SeatTokens(lambda: f"secret-{next(numbers)}")


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from(["one", "two", ""]), st.integers(2, 6)),
        st.tuples(st.just("take"), st.integers(0, 40), st.just(0)),
        st.tuples(st.just("dismiss"), st.integers(-1, 6), st.just(0)),
        st.tuples(st.just("guess"), st.text(max_size=12), st.just(0)),
    ),
    max_size=40,
)


@given(STEPS)
def test_whatever_happens_each_seat_has_one_voice(steps: list[tuple[str, object, int]]) -> None:
    tokens = made()
    seen: list[str] = []  # every invitation there ever was
    model: dict[int, str] = {}
    game, invited = "", dict[str, int]()
    for step, what, seats in steps:
        if step == "play" and what != game:
            tokens.play(str(what), seats)
            game, model = str(what), {}
            invited = {secret: seat for seat, secret in enumerate(tokens.invitations)}
            assert len(invited) == (seats if game else 0)
            seen += invited
        if step == "dismiss" and isinstance(what, int):
            tokens.dismiss(what)
            model.pop(what, None)
            invited = {secret: seat for seat, secret in enumerate(tokens.invitations)}
            seen += [secret for secret in invited if secret not in seen]
        if step == "guess":
            assert tokens.take(str(what)) is None
        if step == "take" and isinstance(what, int) and seen:
            shown = seen[what % len(seen)]
            taken = tokens.take(shown)
            assert (taken is None) == (shown not in invited)
            if taken:
                assert taken[0] == invited[shown]
                assert taken[1] not in model.values()
                model[taken[0]] = taken[1]
        assert tokens.seats == {digest(token): seat for seat, token in model.items()}
        assert tokens.taken == set(model)
        assert not set(tokens.void) & set(tokens.seats)


def test_a_phone_learns_why_its_token_is_void() -> None:
    tokens = made()
    tokens.play("one", 4)
    first, second = tokens.take(tokens.invitations[2]), tokens.take(tokens.invitations[2])
    assert first
    assert second
    tokens.play("", 4)
    assert tokens.void == {digest(first[1]): Void.TAKEN, digest(second[1]): Void.OVER}
    assert tokens.invitations == ()


def test_a_seat_taken_again_and_again_fills_no_memory() -> None:
    tokens = made()
    tokens.play("one", 2)
    for _ in range(3 * REMEMBERED):
        tokens.take(tokens.invitations[0])
    assert len(tokens.void) == REMEMBERED
