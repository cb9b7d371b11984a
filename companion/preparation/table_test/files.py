"""Certificates beside the profiles of their boards: `NAME.certificate.json` in the user's folder of boards."""

from pathlib import Path
from typing import Final

import msgspec

from companion.board.files import print_owner
from companion.certification.certificate import FORMAT, Certificate
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_text
from companion.system.json_text import JsonError, read_json

SUFFIX: Final = ".certificate.json"


class CertificateError(Exception):
    """A certificate that cannot be read; one line."""


def certificate_path(board: str) -> Path:
    """Returns the path of a board's certificate."""
    owner = print_owner(board)
    return owner.with_name(owner.stem + SUFFIX)


def keep_certificate(board: str, certificate: Certificate) -> Path:
    """Writes it beside the board's profile, in place of an older one, and returns its path.  Raises OSError."""
    path = certificate_path(board)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(certificate), indent=2)
    write_whole(path, text + b"\n")
    return path


def load_certificate(board: str) -> Certificate | None:
    """Returns the newest certificate of a board; None if the table was never certified, or has no board ("").

    Raises CertificateError.
    """
    path = certificate_path(board) if board else None
    if path is None or not path.exists():
        return None
    try:
        certificate = msgspec.convert(read_json(read_text(path)), Certificate)
    except OSError as error:
        raise CertificateError(f"{path.name} cannot be read ({error.strerror}): certify the table again") from error
    except (JsonError, msgspec.ValidationError) as error:
        raise CertificateError(f"{path.name}: {error}: certify the table again") from error
    if certificate.format != FORMAT:
        raise CertificateError(f"{path.name} has format {certificate.format}, not {FORMAT}: certify the table again")
    return certificate
