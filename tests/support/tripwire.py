"""A fault that is raised once, in the call that a test chooses."""

import threading
from collections.abc import Callable
from typing import Any


class Tripwire:
    """Raises once, in the call after it was armed."""

    def __init__(self, fault: BaseException) -> None:
        self.fault: BaseException | None = fault
        self.armed = threading.Event()

    def __call__(self) -> None:
        if self.armed.is_set() and self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    def before(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def trapped(*given: Any, **named: Any) -> Any:
            self()
            return call(*given, **named)

        return trapped

    def behind(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def trapped(*given: Any, **named: Any) -> Any:
            done = call(*given, **named)
            self()
            return done

        return trapped
