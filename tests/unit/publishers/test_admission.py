"""How much a connection or a secret may ask."""

from hypothesis import given
from hypothesis import strategies as st

from companion.web.gateway.admission import TokenBucket

BURST, RATE = 30.0, 5.0


@given(st.lists(st.floats(0.0, 0.5), min_size=1, max_size=300))
def test_constant_requests_are_admitted_exactly_at_the_rate(pauses: list[float]) -> None:
    bucket, now_s, allowed = TokenBucket(BURST, RATE, 0.0), 0.0, 0
    for pause_s in [0.0, *pauses]:
        now_s += pause_s
        while bucket.spend(now_s):
            allowed += 1
        # another vain request: it costs nothing
        assert not bucket.spend(now_s)
    assert BURST + RATE * now_s - 1.001 <= allowed <= BURST + RATE * now_s + 0.001
