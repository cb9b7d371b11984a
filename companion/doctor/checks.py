"""Every check, in one list.

The order is that of causes: an earlier fault explains a later one, and each check names those whose fault it only
follows from.
"""

from typing import Final

from companion.doctor.broadcast import check_broker, check_page, check_ports, check_public_broker
from companion.doctor.devices import check_camera, check_rights, check_wheel
from companion.doctor.family_files import check_family_files, check_settings
from companion.doctor.results import Check
from companion.doctor.software import check_fonts, check_graphics, check_packages, check_playout, check_voice
from companion.doctor.storage import check_clock, check_disk, check_folder, check_record, check_running

CHECKS: Final = (
    Check(name="packages", run=check_packages, limit_s=30.0),
    Check(name="folder", run=check_folder, limit_s=10.0, late="disk_slow"),
    Check(name="disk", run=check_disk, after=("folder",), limit_s=10.0, late="disk_slow"),
    Check(name="settings", run=check_settings, after=("packages", "folder"), limit_s=20.0),
    Check(name="clock", run=check_clock, after=("packages",), limit_s=20.0),
    Check(name="record", run=check_record, after=("packages", "disk"), limit_s=20.0),
    Check(name="family_files", run=check_family_files, after=("packages", "folder"), limit_s=20.0),
    Check(name="graphics", run=check_graphics, after=("packages",), limit_s=30.0),
    Check(name="fonts", run=check_fonts, after=("packages",), limit_s=20.0),
    Check(name="rights", run=check_rights, after=("packages",), limit_s=20.0),
    Check(name="camera", run=check_camera, after=("packages", "rights"), limit_s=30.0, late="camera_silent"),
    Check(name="wheel", run=check_wheel, after=("packages", "rights"), limit_s=30.0),
    Check(name="ports", run=check_ports),
    Check(name="broker", run=check_broker, after=("packages", "ports"), limit_s=20.0),
    Check(name="public_broker", run=check_public_broker, after=("packages", "settings"), limit_s=30.0),
    Check(name="page", run=check_page, after=("packages", "ports", "disk"), limit_s=30.0),
    Check(name="playout", run=check_playout, limit_s=20.0),
    Check(name="voice", run=check_voice, after=("packages",)),
    Check(name="running", run=check_running),
)
