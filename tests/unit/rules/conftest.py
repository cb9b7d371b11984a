"""The rulings hold for both engines, because every list of these tests is made by both and compared."""

from collections.abc import Iterator

import pytest

from companion.playout.library import NoKernelError
from companion.playout.lister import CompiledLister
from companion.rules import legal
from companion.rules.listing.lister import chosen_lister, find_lister


@pytest.fixture(scope="module", autouse=True)
def both_engines() -> Iterator[None]:
    before = chosen_lister()
    try:
        lister = CompiledLister(every=1)
    except NoKernelError:
        yield  # the readable engine alone
        return
    find_lister(lambda: lister)
    legal._listed.cache_clear()
    yield
    find_lister(lambda: before)
    legal._listed.cache_clear()
    assert not lister.distrust
