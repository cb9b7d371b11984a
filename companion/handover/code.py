"""A text as a QR code."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

#: White modules around a code that readers need.
QUIET: Final = 4


def qr_code(text: str) -> NDArray[np.bool_]:
    """The code as rows of modules, True where it is dark, with its quiet zone.

    Raises ValueError for a text that is too long.
    """
    import segno

    try:
        made = segno.make_qr(text, error="l", mode="byte")
    except segno.DataOverflowError as error:
        raise ValueError(f"a text of {len(text)} letters is too long for a code") from error
    return np.pad(np.array([list(row) for row in made.matrix], dtype=np.bool_), QUIET)
