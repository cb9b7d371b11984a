"""Certificates made by OpenSSL for one test: an authority and servers on this machine that it vouches for."""

import subprocess
from pathlib import Path


class Authority:
    """`path` is its certificate, which whoever trusts it is given."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self.path = folder / f"{name}.pem"
        self._key = folder / f"{name}.key"
        made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        _openssl(*made, "-subj", f"/CN={name}", "-keyout", str(self._key), "-out", str(self.path))

    def certificate(self, name: str, host: str = "IP:127.0.0.1") -> tuple[Path, Path]:
        """Returns a certificate for `host` and its key, good for a server and for its clients."""
        key, request, made = (self._folder / f"{name}.{ending}" for ending in ("key", "csr", "pem"))
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        _openssl("req", *curve, "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(request))
        extensions = self._folder / f"{name}.ext"
        extensions.write_text(f"subjectAltName={host}\nextendedKeyUsage=serverAuth,clientAuth\n")
        signed = ("-CA", str(self.path), "-CAkey", str(self._key), "-CAcreateserial", "-days", "2")
        _openssl("x509", "-req", "-in", str(request), *signed, "-extfile", str(extensions), "-out", str(made))
        return made, key


def _openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)
