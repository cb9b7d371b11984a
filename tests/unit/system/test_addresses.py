"""Addresses of cameras: parsed surely or refused, and shown without parts that may be secret."""

from pathlib import Path

import pytest
from camera_addresses import FORMS, HOSTS, PASSWORDS, filled
from hypothesis import given
from hypothesis import strategies as st

from companion.bundle.public import public_settings
from companion.settings.schema import Settings
from companion.system.addresses import AddressError, is_address, parse_address, shown_source

#: All that may be shown of an address besides its kind and "…".
NUMBERS = ("192.168.1.7", "[fe80::1]")


@pytest.mark.parametrize("form", FORMS)
def test_nothing_secret_is_shown_of_any_maker_s_address(form: str) -> None:
    for password, secret in PASSWORDS.items():
        for host in HOSTS:
            address = filled(form, password, host)
            shown = shown_source(address)
            assert secret not in shown, (address, shown)
            kind, _, rest = shown.rpartition("://")
            assert kind in ("", "rtsp", "rtsps", "http", "https", "rtmp"), (address, shown)
            assert rest in ("…", *NUMBERS), (address, shown)
            assert secret not in str(public_settings(Settings(camera=address, broker=address)))


@given(st.text(min_size=1), st.sampled_from(FORMS[:-1]), st.sampled_from(HOSTS))
def test_of_an_address_with_any_password_only_kind_and_host_are_shown(password: str, form: str, host: str) -> None:
    assert shown_source(filled(form, password, host)).rpartition("://")[2] in ("…", *NUMBERS)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("rtsp://anna:secret@192.168.1.7:554/stream1", "rtsp://192.168.1.7"),
        ("http://192.168.1.7:8080/video?password=secret", "http://192.168.1.7"),
        ("rtsp://anna:secret@cam.local:554/stream1", "rtsp://…"),
        ("http://8.8.8.8/video", "http://…"),
        ("http://[broken", "http://…"),
        ("anna:secret@host:8080/video", "…"),
        ("/dev/v4l/by-id/usb-046d_C920-video-index0", "usb-046d_C920-video-index0"),
        ("0", "0"),
        ("picamera:0", "picamera:0"),
        ("film.mp4", "film.mp4"),
        ("/home/anna/film.mp4", "film.mp4"),
    ],
)
def test_what_is_shown_tells_sources_apart(source: str, shown: str) -> None:
    assert shown_source(source) == shown


def test_a_file_that_is_there_is_shown_by_its_name(tmp_path: Path) -> None:
    film = tmp_path / "evening at anna@home.mp4"
    film.write_bytes(b"")
    assert shown_source(str(film)) == film.name


@pytest.mark.parametrize(
    ("text", "user", "password", "server"),
    [
        ("http://anna:p%40ss%23@cam:81/v?a=b", "anna", "p@ss#", "http://cam:81/v?a=b"),
        ("http://anna:p@ss@cam/v", "anna", "p@ss", "http://cam/v"),
        ("http://cam", None, None, "http://cam/"),
        ("http://[fe80::1]:8080/v", None, None, "http://[fe80::1]:8080/v"),
        ("HTTP://anna@cam?x", "anna", None, "http://cam/?x"),
        ("http://10.0.0.5/snap?user=a&pwd=p@s#s", None, None, "http://10.0.0.5/snap?user=a&pwd=p@s%23s"),
        ("http://cam.local/snap?pwd=p@s", None, None, "http://cam.local/snap?pwd=p@s"),
    ],
)
def test_an_address_is_parsed_to_the_sign(text: str, user: str | None, password: str | None, server: str) -> None:
    parsed = parse_address(text)
    assert (parsed.user, parsed.password, parsed.without_login) == (user, password, server)
    assert password is None or password not in repr(parsed)


@pytest.mark.parametrize(
    "text",
    ["rtsp://a:12/34@cam/v", "rtsp://a:12#34@cam/v", "rtsp://a:12?3@cam/v", "rtsp://a:geheim", "rtsp://", "http://[x/"],
)
def test_an_address_that_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(AddressError) as refused:
        parse_address(text)
    assert not refused.value.without_scheme


@pytest.mark.parametrize("text", ["192.168.1.7:8080/video", "10.0.0.2", "phone:8080/video", "anna:x@cam/video"])
def test_an_address_without_its_kind_is_known_for_one(text: str) -> None:
    assert is_address(text)
    with pytest.raises(AddressError) as refused:
        parse_address(text)
    assert refused.value.without_scheme


@pytest.mark.parametrize("text", ["film.mp4", "C:\\films\\a.mp4", "/home/anna/film.mp4", "films/a.mp4", "0", "none"])
def test_files_and_devices_are_no_addresses(text: str) -> None:
    assert not is_address(text)
