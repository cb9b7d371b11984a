"""Markers that a mirror shows as markers: by them nobody can tell that a camera mirrors its pictures."""

from collections.abc import Sequence

import cv2
import numpy as np


def read_in_mirror(dictionary: str, ids: Sequence[int]) -> tuple[int, int] | None:
    """The first of these markers that is read in a mirror as one of them, and as which; None where none is.

    It is read as OpenCV's detector does, which corrects some cells.  Raises ValueError for an unknown dictionary.
    """
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
