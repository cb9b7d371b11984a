"""Faults done to a table by real means: a port that is taken, a disk that is full, a driver that is not there."""

from injected_faults import broadcast, devices, software, storage
from injected_faults.surroundings import FAULTS, Fault, Inject, Surroundings

__all__ = ["FAULTS", "Fault", "Inject", "Surroundings", "broadcast", "devices", "software", "storage"]
