"""Markers that a mirror shows as other markers: they cannot reveal that a camera mirrors its pictures."""

from collections.abc import Sequence
from typing import Final

from companion.board.profile import BoardProfile, ProfileError

#: Markers that a mirror changes, as a test shows: OpenCV need not be loaded for the boards that have no others.
PLAIN_MARKERS: Final = ("DICT_4X4_50", frozenset(range(8)))


def checked_mirror(profile: BoardProfile, name: str) -> BoardProfile:
    """The profile of this name.  Raises ProfileError if a mirror shows one of its markers as one of them."""
    markers, (usual, plain) = profile.markers, PLAIN_MARKERS
    if markers.dictionary == usual and plain.issuperset(markers.all_ids):
        return profile
    found = read_in_mirror(markers.dictionary, markers.all_ids)
    if found is not None:
        like = "itself" if found[0] == found[1] else f"marker {found[1]}"
        shown = f"a mirror shows marker {found[0]} as {like}"
        raise ProfileError(f"{name}: markers.ids: {shown}; use another, as 0 to 7 of {usual}")
    return profile


def read_in_mirror(dictionary: str, ids: Sequence[int]) -> tuple[int, int] | None:
    """The first of these markers that is read in a mirror as one of them, and its reading; None if there is none.

    It is read as OpenCV's detector does, which corrects some cells.  Raises ValueError for an unknown dictionary.
    """
    import cv2
    import numpy as np

    name = getattr(cv2.aruco, dictionary, None)
    if name is None:
        raise ValueError(f"markers.dictionary {dictionary!r} is unknown; DICT_4X4_50 is usual")
    codes, rate = cv2.aruco.getPredefinedDictionary(name), cv2.aruco.DetectorParameters().errorCorrectionRate
    for marker in ids:
        cells = cv2.aruco.Dictionary.getBitsFromByteList(codes.bytesList[marker : marker + 1], codes.markerSize)
        mirrored = np.ascontiguousarray(np.asarray(cells, dtype=np.uint8)[:, ::-1])
        found, read, _ = codes.identify(mirrored, rate)
        if found and read in ids:
            return marker, int(read)
    return None
