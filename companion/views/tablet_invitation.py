"""The way by which a browser becomes a tablet, for screens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletInvitation:
    """`url` opens a tablet, to be shown as a code; `address` and `code` are the same to be typed.

    `count` is the number of browsers that are tablets now.
    """

    url: str
    address: str
    code: str
    count: int
