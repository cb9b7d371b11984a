"""Phones for the bench, in a program of their own: python phone_callers.py URL ...

Each waits for news and gives orders for a state that is long gone.
"""

import http.client
import json
import os
import sys
import threading
from contextlib import suppress


def ask(host: str, **request: object) -> dict[str, object]:
    """One request of a phone; `host` with its port."""
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("POST", "/seat", json.dumps(request))
    said: dict[str, object] = json.loads(connection.getresponse().read())
    connection.close()
    return said


def call(url: str) -> None:
    host, after = url.split("/")[2], ""
    token = ask(host, invitation=url.partition("#")[2])["token"]
    print("ready", flush=True)
    while True:
        with suppress(OSError, ValueError, http.client.HTTPException):
            stale = {"id": os.urandom(8).hex(), "expect": {"epoch": 0, "seq": 0}, "order": "undo"}
            ask(host, token=token, order=stale)
            after = str(ask(host, token=token, after=after).get("after", ""))


if __name__ == "__main__":
    for each in sys.argv[1:]:
        threading.Thread(target=call, args=(each,)).start()
