"""The line of a fault in a variant file."""

import pytest

from companion.rules.variant_files.lines import line_of

TEXT = """extends = "dog"
walk = { lane_offset = -1 }

[cards.7]
count = 12
uses = [
    { use = "seven" },
]
[cards."1/11"]
count = 8

[[effects]]
effect = "wheel"
[[effects]]
effect = "special_field"
fields = [3]
[options."house.mine"]
default.value = 1
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("extends", 1),
        ("walk.lane_offset", 2),
        ("cards.7.count", 5),
        ("cards.7.uses[0].use", 6),
        ("cards.7.missing", 4),
        ('cards."1/11".count', 10),
        ("effects[1].fields", 16),
        ("effects[0].slot", 12),
        ('options."house.mine".default', 18),
        ("deal.stuck.4", None),
        ("card_order", None),
        ("", None),
    ],
)
def test_a_key_has_the_line_where_it_stands(key: str, line: int | None) -> None:
    assert line_of(TEXT, key) == line
