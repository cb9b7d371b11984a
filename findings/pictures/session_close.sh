#!/bin/sh
# Session.close() of requests leaves the line to a streaming camera open.
. "$(dirname "$0")/../common.sh"
packages requests==2.34.2 urllib3==2.8.0 opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import itertools
import time

import requests
import urllib3
from camera import camera, grey
from common import report, until

viewers: list[int] = []
with camera((grey(number % 30) for number in itertools.count() if not time.sleep(0.02)), viewers) as url:
    session = requests.Session()
    answer = session.get(url, stream=True, timeout=10)
    next(answer.iter_content(1000))
    session.close()
    left_by_session = until(lambda: not viewers, 3)
    more = len(next(answer.iter_content(1000), b""))
    answer.close()
    left_by_answer = until(lambda: not viewers)
report(
    versions=f"requests {requests.__version__}, urllib3 {urllib3.__version__}",
    expected="no line is open after Session.close()",
    seen=f"after it the camera still serves: {not left_by_session}, and {more} more bytes are read; "
    f"after Response.close() the line is closed: {left_by_answer}",
    matters="many cameras serve one viewer: the next opening of the same camera finds it busy",
    holds=not left_by_session and more > 0 and left_by_answer,
)
END
