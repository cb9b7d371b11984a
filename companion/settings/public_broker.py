"""The table `[public_broker]` of the settings: a broker beyond the house that the table publishes to as well."""

from typing import Annotated

import msgspec

_Host = Annotated[str, msgspec.Meta(max_length=200, min_length=1)]
_Path = Annotated[str, msgspec.Meta(max_length=400)]


class PublicBroker(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The table `[public_broker]`; the connection always uses TLS, and paths are relative to the data folder.

    `hosts`: `name` or `name:port` of each server, tried in turn; empty: no public broker.
    `port`: the port of a server that names none.
    `username`: the user name; empty: no login.
    `password_file`: a file whose first line is the password.
    `tls_ca`: a file with the trusted certificates; empty: the system's own.
    """

    hosts: Annotated[tuple[_Host, ...], msgspec.Meta(max_length=8)] = ()
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8883
    username: Annotated[str, msgspec.Meta(max_length=200)] = ""
    password_file: _Path = ""
    tls_ca: _Path = ""
