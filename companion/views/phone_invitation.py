"""A seat that a phone may take, for screens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneInvitation:
    """`url`: the address that opens the seat's page, to be shown as a code; `taken`: a phone has the seat."""

    seat: int
    url: str
    taken: bool
