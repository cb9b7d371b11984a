"""Reads the sets that `scenes.py` planned and the renderer drew.

`python tests/bench/rendered_lessons.py OUT.npz SETS` writes the lessons of all finished sets below the folder SETS.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from table_readers import board_of

from companion.board.profile import BoardProfile, Pawn, load_profile
from vision.frames import Image, Points
from vision.lab.training.harvest import Truth, harvest
from vision.lab.training.scenes import PICTURES

#: Pictures are dear: each set is shown in so many orders, so that each picture is compared with several others.
ORDERS: Final = 3
#: A fallen pawn's foot lies on its rim, and its body narrows, as parts of the foot's radius.
_BODY: Final = ((0.0, 1.0), (0.25, 0.75), (0.6, 0.45), (1.0, 0.45))
_ROUND: Final = np.linspace(0, 2 * np.pi, 24, endpoint=False)


def rendered_set(folder: Path) -> tuple[BoardProfile, Iterator[tuple[Image, Truth]]]:
    """The board of a set with its pawn, and its pictures with their truth, as far as they are finished."""
    profile = load_profile(folder / "board" / "board.toml")
    done = sorted(folder.glob("*.truth.json"))
    scenes = [json.loads(path.read_text(encoding="utf-8"))["scene"] for path in done]
    pawn = next(piece for scene in scenes for piece in scene["pieces"] if not piece.get("stray"))
    return _with_pawn(profile, pawn), _pictures(profile, done, scenes)


def _with_pawn(profile: BoardProfile, piece: dict[str, Any]) -> BoardProfile:
    if piece["type"] == "marble":
        pawn = Pawn(shape="marble", diameter_mm=2 * piece["r_mm"])
    else:
        pawn = Pawn(shape="cone", foot_mm=2 * piece["r_mm"], height_mm=piece["h_mm"])
    return msgspec.structs.replace(profile, pawn=pawn)


def _pictures(profile: BoardProfile, done: list[Path], scenes: list[dict[str, Any]]) -> Iterator[tuple[Image, Truth]]:
    middle = np.array(profile.size_mm) / 2
    for path, scene in zip(done, scenes, strict=True):
        image = cv2.imread(str(path).removesuffix(".truth.json"))
        if image is None:
            return
        standing = [(piece["x"], -piece["y"]) for piece in scene["pieces"] if not piece.get("stray")]
        stray = [_outline(piece) for piece in scene["pieces"] if piece.get("stray")]
        stray += [_card(card) for card in scene["cards"]]
        truth = Truth(
            pawns=middle + np.array(standing).reshape(-1, 2),
            stray=tuple(middle + outline * (1, -1) for outline in stray),
            disc_deg=-scene.get("disc", {}).get("angle_deg", 0.0),
            confirmed=not stray,
        )
        yield np.asarray(image, dtype=np.uint8), truth


def _outline(piece: dict[str, Any]) -> Points:
    """The outline (m, 2) of a coin or a fallen pawn on the board."""
    place, radius = np.array([piece["x"], piece["y"]]), float(piece["r_mm"])
    if not piece.get("fallen"):
        return place + radius * np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    turn = np.radians(piece["fall_dir_deg"])
    along, across = np.array([np.sin(turn), -np.cos(turn)]), np.array([np.cos(turn), np.sin(turn)])
    left = [place + piece["h_mm"] * part * along + radius * wide * across for part, wide in _BODY]
    right = [place + piece["h_mm"] * part * along - radius * wide * across for part, wide in reversed(_BODY)]
    return np.array(left + right)


def _card(card: dict[str, Any]) -> Points:
    turn = np.radians(card["rot_deg"])
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * (card["w_mm"], card["h_mm"])
    return np.asarray(np.array([card["x"], card["y"]]) + corners @ axes, dtype=np.float64)


def main() -> None:
    views, answers = [], []
    for folder in sorted(Path(sys.argv[2]).iterdir()):
        if len(list(folder.glob("*.truth.json"))) < PICTURES:
            continue
        for order in range(ORDERS):
            rng = np.random.default_rng([int(folder.name), order])
            profile, pictures = rendered_set(folder)
            seen = list(pictures)
            rest = rng.permutation(len(seen) - 1) + 1 if order else range(1, len(seen))
            samples = harvest(
                board_of(profile), [seen[0], *(seen[place] for place in rest)], rng, easy_share=1.0 / ORDERS
            )
            if samples is not None:
                views.append(samples.views)
                answers.append(samples.answers)
    np.savez(sys.argv[1], views=np.concatenate(views), answers=np.concatenate(answers))


if __name__ == "__main__":
    main()
