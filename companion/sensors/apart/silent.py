"""Shadow mode of a camera: it only watches."""

from companion.app.ports import Post
from companion.session.commands import Command, LoseSight, ReportObservation, WatchSilently


def silently(post: Post) -> Post:
    """Wraps `post` for shadow mode: the camera's reports go to the silent referee."""

    def posted(command: Command) -> None:
        post(WatchSilently(report=command) if isinstance(command, ReportObservation | LoseSight) else command)

    return posted
