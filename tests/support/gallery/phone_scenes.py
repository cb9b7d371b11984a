"""The gallery's scenes of the seats that players take by phone."""

from dataclasses import replace
from typing import Any

from companion.views.phone_invitation import PhoneInvitation
from companion.views.tablet_invitation import TabletInvitation
from gallery.entering import Scene, enter
from gallery.views import GAMES, game_view, sample_view

#: As long as the real ones.
HOST = "192.168.178.120"
SECRET = "q7Vn2dPz0Ck9mXwLr4TbYA"


def phone_scenes() -> dict[str, Scene]:
    """Returns the scenes of phones, by name."""
    return {
        "phones": _codes(4, taken=(1,)),
        "phones_six": _codes(6, taken=(0, 4)),
        "phones_tablet": _codes(4, taken=(1,), tablets=2),
        "phones_tablet_six": _codes(6, tablets=0),
        "phones_tablet_alone": _codes(0, tablets=1),
        "phones_no_network": _codes(4, host="127.0.0.1"),
        "phones_none": _codes(0),
        "play_paused_phones": _paused,
        "setup_devices_phones": _setup,
    }


def invitations(seats: int, taken: tuple[int, ...] = (), host: str = HOST) -> tuple[PhoneInvitation, ...]:
    return tuple(
        PhoneInvitation(seat=seat, url=f"http://{host}:8788/#{SECRET[seat:]}{SECRET[:seat]}", taken=seat in taken)
        for seat in range(seats)
    )


def tablet_invitation(count: int) -> TabletInvitation:
    address, code = f"{HOST}:8788/tablet", "k7wm3pzq"
    return TabletInvitation(url=f"http://{address}#{code}", address=address, code=code, count=count)


def _codes(seats: int, taken: tuple[int, ...] = (), host: str = HOST, tablets: int | None = None) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        stepped.app.model.open(stepped.app.model.settings)
        launcher.table.show(game_view(GAMES[0], 6) if seats == 6 else sample_view())
        launcher.table.invitations = invitations(seats, taken, host)
        launcher.table.tablet = None if tablets is None else tablet_invitation(tablets)
        stepped.settle()
        enter(stepped, "phones")

    return scene


def _paused(stepped: Any, launcher: Any) -> None:
    stepped.app.model.open(stepped.app.model.settings)
    launcher.table.invitations = invitations(4)
    enter(stepped, "play")
    launcher.table.show(replace(sample_view(), paused=True))
    stepped.settle()


def _setup(stepped: Any, launcher: Any) -> None:
    enter(stepped, "setup")
    screen = stepped.screen
    screen.form = screen.form.with_phones(on=True)
    screen.page = "devices"
    stepped.settle()
