"""The try of a phone as the camera; its requests come from Linux."""

import http.client
import json
import re
import socket
import ssl
from http import HTTPStatus

from tries.wine import FailedError, lines_until, nothing_left, run_command, start, wait_for

_INVITATION = re.compile(r"https://[^ ]+:(?P<port>\d+)/#(?P<code>[\w-]+)")
_HERE = "the phone is here"


def try_phone() -> str:
    """Opens the table's door with the code of the terminal, over HTTPS with the certificate that was made there."""
    certify = start("phone", "certify", "--camera", "phone")
    found = _INVITATION.search(lines_until(certify, lambda line: bool(_INVITATION.search(line)))[-1])
    assert found
    port, code = int(found["port"]), json.dumps({"code": found["code"]})
    wait_for("the door listens", lambda: _listens(port), seconds=120)
    page = _asked(port, "GET", "/")
    opened = _asked(port, "POST", "/open", code)
    again = _asked(port, "POST", "/open", code)
    token = json.loads(opened[1])["token"] if opened[0] == HTTPStatus.OK else ""
    looked = _asked(port, "POST", "/look", authorization=f"Bearer {token}", pawtrack_seen="", pawtrack_times="1 2 0")
    if "<html" not in page[1] or looked[0] != HTTPStatus.OK or again[0] != HTTPStatus.FORBIDDEN:
        raise FailedError(f"page {page[0]}, opened {opened}, looked {looked}, the used code {again}")
    lines_until(certify, lambda line: _HERE in line)
    run_command("none", "taskkill", "/f", "/im", "python.exe")
    nothing_left()
    return f"page of {len(page[1])} characters over HTTPS; {_HERE}; its code opens once; nothing left running"


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def _asked(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
    """Returns the status and the text of the answer."""
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=60, context=ssl._create_unverified_context())
    try:
        line.request(method, path, body.encode(), {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()
