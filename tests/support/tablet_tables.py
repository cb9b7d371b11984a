"""A table that browsers are tablets of: the launcher's own table, its real web program, and a browser's requests."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from brokers_for_tests import PATIENCE_S, free_ports

from companion.app.choices import Choices
from companion.app.table_setup import with_game
from companion.bootstrap.launcher import Launcher, new_game
from companion.session import commands as cmd
from companion.settings.schema import NONE
from companion.views.table_view import TableView


class TabletTable:
    """No game is on yet.  `$PAWTRACK_HOME` is an empty folder."""

    def __init__(self, variant: str = "black_dog", players: int | None = None, **settings: Any) -> None:
        self.launcher = Launcher(Choices(broker=NONE))
        chosen = with_game(self.launcher.catalogue, self.launcher.settings(), variant, players)
        self.settings = msgspec.structs.replace(
            chosen, phones=True, broker=NONE, phone_port=free_ports(1)[0], **settings
        )
        self.opened = self.launcher.open_table(self.settings)

    def begin(self) -> TableView:
        """A new game."""
        before = self.view.game
        self.opened.post(new_game(self.launcher.catalogue, self.settings))
        self.until(lambda: self.view.game not in ("", before))
        return self.view

    def begin_turn(self) -> None:
        """A new game of Black DOG for four in which the first card has to be laid."""
        self.begin()
        for command in (cmd.Deal(), cmd.PlaceDog(field=12), *(cmd.Exchange(seat=seat) for seat in range(4))):
            self.post(command)

    @property
    def view(self) -> TableView:
        return self.opened.table.view

    def post(self, command: cmd.Command) -> None:
        """A person's command on another screen; it is carried out when this returns."""
        self.opened.post(command)
        self.opened.table.mark().wait(PATIENCE_S)

    @property
    def code(self) -> str:
        invitation = self.opened.tablets.tablet_invitation() if self.opened.tablets else None
        assert invitation
        return invitation.code

    @property
    def link(self) -> str:
        """The address that a browser on this machine opens."""
        return f"http://127.0.0.1:{self.settings.phone_port}/tablet"

    def ask(self, **request: Any) -> tuple[int, Any]:
        """Sends one request of a browser."""
        return self.say(json.dumps(request).encode())

    def say(self, body: bytes) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.settings.phone_port, timeout=PATIENCE_S)
        try:
            connection.request("POST", "/table", body)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def open(self, language: str = "en") -> str:
        """A browser becomes a tablet; its token."""
        # the server may not have heard yet of a new code
        self.until(
            lambda: (answer := self.ask(invitation=self.code, language=language))[0] == 200 and self._keep(answer[1])
        )
        return self._token

    def _keep(self, said: Any) -> bool:
        self._token = str(said["token"])
        return True

    def page(self, token: str) -> Any:
        """The present page of a tablet; it shows the table's newest row."""
        answers: list[Any] = []
        # too many requests, or a token that the server does not know yet
        self.until(lambda: answers.append(self.ask(token=token)) or answers[-1][0] == 200)
        return answers[-1][1]["page"]

    def act(self, token: str, name: str, page: Any = None, **touch: float) -> Any:
        """Presses a button of a page (None: the present one); returns the answer."""
        seen = (page or self.page(token))["seen"]
        act = {"seen": seen, "name": name} | ({"touch": touch} if touch else {})
        said = self.ask(token=token, act=act)[1]
        self.opened.table.mark().wait(PATIENCE_S)
        return said

    def until(self, there: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.02)

    def close(self) -> None:
        self.launcher.close()


@contextmanager
def tablet_table(variant: str = "black_dog", players: int | None = None, **settings: Any) -> Iterator[TabletTable]:
    made = TabletTable(variant, players, **settings)
    try:
        yield made
    finally:
        made.close()
