"""Short tones for verdicts, made by us and so equally loud; silence if there is no loudspeaker."""

import logging
import math
import os
import struct
import sys
import tempfile
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

log = logging.getLogger(__name__)

#: The endings of a family's own tones, and their largest size.
OWN_ENDINGS: Final = (".wav", ".ogg")
LARGEST_OWN: Final = 5_000_000
_RATE_HZ: Final = 22050
_LOUDNESS: Final = 0.35
#: Name of a tone -> its notes as (frequency in Hz, length in seconds).
TONES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "legal": ((659.3, 0.09), (880.0, 0.16)),
    "illegal": ((311.1, 0.16), (233.1, 0.26)),
    "unclear": ((587.3, 0.12), (587.3, 0.12)),
    "late": ((392.0, 0.3), (329.6, 0.5)),
    "won": ((523.3, 0.12), (659.3, 0.12), (784.0, 0.12), (1046.5, 0.3)),
}


class Sound(Protocol):
    """A loudspeaker; playing an unknown tone, or without a device, is silence and never an error."""

    def play(self, tone: str) -> None: ...


class Silence:
    """No loudspeaker."""

    def play(self, tone: str) -> None:
        del tone


class Loudspeaker:
    """Kivy's audio.  Must be made before the window: loading a sound afterwards can hang in SDL."""

    def __init__(self, tones: dict[str, Any]) -> None:
        self._tones = tones

    def play(self, tone: str) -> None:
        sound = self._tones.get(tone)
        if sound is not None:
            sound.stop()
            sound.play()


def open_loudspeaker(own: Path = Path(os.devnull)) -> Sound:
    """The device's loudspeaker with our tones, or silence; one line in the log names it.

    `own` is the family's folder of tones, which may be missing: its tones replace ours.
    """
    if not has_audio():
        log.info("no sound: this machine has no audio device")
        return Silence()
    try:
        from kivy.core.audio import SoundLoader

        tones = {}
        with tempfile.TemporaryDirectory(prefix="pawtrack-tones-") as folder:
            for tone in TONES:
                path = Path(folder) / f"{tone}.wav"
                path.write_bytes(tone_wav(tone))
                tones[tone] = own_tone(own, tone, SoundLoader.load) or SoundLoader.load(str(path))
    except Exception as error:  # noqa: BLE001  (audio drivers fail in many ways, and none of them may stop a game)
        log.warning("no sound: %s", error)
        return Silence()
    if not any(sound and sound.length > 0 for sound in tones.values()):
        log.warning("no sound: no audio device answers")
        return Silence()
    return Loudspeaker(tones)


def own_tone(folder: Path, tone: str, load: Callable[[str], Any]) -> Any | None:
    """The family's own tone, if there is one that can be played."""
    for path in (folder / f"{tone}{ending}" for ending in OWN_ENDINGS):
        if not path.is_file():
            continue
        size = path.stat().st_size
        sound = load(str(path)) if size <= LARGEST_OWN else None
        if sound and sound.length > 0:
            return sound
        log.warning("%s is not played: it is no sound, or larger than %d MB", path, LARGEST_OWN // 1_000_000)
    return None


def has_audio(devices: Path = Path("/dev/snd"), runtime: str | None = None) -> bool:
    """Whether opening a loudspeaker makes sense; without one, SDL and ALSA fill the terminal with problems."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    folder = Path(runtime or os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    servers = [folder / "pulse" / "native", folder / "pipewire-0"]
    return any(devices.glob("pcm*p")) or any(server.exists() for server in servers)


def tone_wav(tone: str) -> bytes:
    """A tone as a WAV file: mono, 16 bits, each note faded in and out so that it does not click."""
    samples = [value for frequency, length in TONES[tone] for value in _note(frequency, length)]
    with tempfile.SpooledTemporaryFile() as file:
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(_RATE_HZ)
            out.writeframes(struct.pack(f"<{len(samples)}h", *samples))
        file.seek(0)
        return file.read()


def _note(frequency_hz: float, length_s: float) -> list[int]:
    count = round(_RATE_HZ * length_s)
    fade = max(1, count // 8)
    values = []
    for index in range(count):
        swell = min(1.0, index / fade, (count - index) / fade)
        values.append(round(32767 * _LOUDNESS * swell * math.sin(2 * math.pi * frequency_hz * index / _RATE_HZ)))
    return values
