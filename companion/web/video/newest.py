"""The newest picture of a view, kept once for all viewers."""

import asyncio


class Newest:
    """`jpeg` is empty before there is a picture; `number` counts the changes, and `changed` is set at the next one."""

    def __init__(self) -> None:
        self.jpeg = b""
        self.shows = False
        self.number = 0
        self.viewers = 0
        self.changed = asyncio.Event()

    def take(self, jpeg: bytes, *, shows: bool) -> None:
        if (jpeg, shows) != (self.jpeg, self.shows):
            self.jpeg, self.shows = jpeg, shows
            self.number += 1
            self.changed.set()
            self.changed = asyncio.Event()

    def forget(self) -> None:
        self.jpeg = b""
