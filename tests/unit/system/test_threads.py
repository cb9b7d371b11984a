"""A stoppable thread ends on request, its end is awaited, and it can be started again."""

from companion.system.threads import StoppableThread


def test_a_thread_works_until_it_is_stopped_and_can_be_started_again() -> None:
    thread, ended = StoppableThread("work"), []
    for count in (1, 2):
        thread.start(lambda: ended.append(thread.stopping.wait()))
        assert thread.is_alive
        thread.stop()
        assert not thread.is_alive
        assert ended == [True] * count


def test_stopping_what_was_never_started_does_nothing() -> None:
    thread = StoppableThread("work")
    thread.stop()
    assert not thread.is_alive
