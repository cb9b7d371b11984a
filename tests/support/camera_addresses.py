"""Addresses of network cameras as their makers print them, filled with a login that has every awkward sign."""

import re
from typing import Final

#: Passwords, each with the part of it that must never be shown.
PASSWORDS: Final = {
    "geheim": "geheim",
    "s3cr@t77": "s3cr",
    "77#4433": "4433",
    "8812/4433": "8812",
    "9911?4433": "9911",
    "geh:eim5": "geh",
    "p%4077zz": "77zz",
    "77@4433/99@88": "4433",
    "4455": "4455",
}
#: U user, P password, H host.  By makers: Axis, Hikvision, Dahua, Reolink, Foscam, TP-Link, Ubiquiti, Amcrest, Wyze,
#: Vivotek, Bosch, Mobotix, D-Link, Panasonic, Sony, XMEye and its many names, Wansview, Instar, ESP32, phones.
FORMS: Final = (
    "rtsp://U:P@H/axis-media/media.amp",
    "http://U:P@H/axis-cgi/mjpg/video.cgi",
    "rtsp://U:P@H:554/Streaming/Channels/101",
    "http://U:P@H/ISAPI/Streaming/channels/101/picture",
    "rtsp://U:P@H:554/cam/realmonitor?channel=1&subtype=0",
    "rtsp://H:554/user=U_password=P_channel=1_stream=0.sdp?real_stream",
    "rtsp://H:554/user=U&password=P&channel=1&stream=0.sdp",
    "rtsp://H/U/P/av0_0",
    "rtsp://H:8554/P/live",
    "rtsp://U:P@H:554/h264Preview_01_main",
    "http://H/cgi-bin/api.cgi?cmd=Snap&channel=0&user=U&password=P",
    "rtmp://H/bcs/channel0_main.bcs?channel=0&stream=0&user=U&password=P",
    "http://H:88/cgi-bin/CGIStream.cgi?cmd=GetMJStream&usr=U&pwd=P",
    "rtsp://U:P@H:88/videoMain",
    "http://H/videostream.cgi?loginuse=U&loginpas=P",
    "http://H/videostream.cgi?user=U&pwd=P&resolution=32",
    "http://H/snapshot.cgi?user=U&pwd=P",
    "rtsp://U:P@H:554/stream1",
    "rtsps://H:7441/P?enableSrtp",
    "rtsp://U:P@H/live.sdp",
    "rtsp://U:P@H/rtsp_tunnel?p=0&line=1",
    "http://U:P@H/cgi-bin/faststream.jpg?stream=full&fps=16",
    "http://U:P@H/video/mjpg.cgi?profileid=3",
    "http://H/nphMotionJpeg?Resolution=640x480&Quality=P",
    "http://U:P@H/image.cgi",
    "http://H:8080/?action=stream&token=P",
    "rtsp://H:554/11?usr=U&pwd=P",
    "rtsp://H/live/ch0?auth=P",
    "http://H/tmpfs/auto.jpg?usr=U&pwd=P",
    "http://H:80/iphone/11?U:P&",
    "rtsp://H:554//user=U_password=P_channel=0_stream=0",
    "http://U:P@H:8080/video",
    "https://U:P@H:8080/shot.jpg",
    "http://H:81/stream?key=P",
    "U:P@H:8080/video",
    "H:8080/video?pw=P",
    "H/snapshot.cgi?user=U&pwd=P",
    "rtsp:/U:P@H/live",
    "rtsp//U:P@H/live",
    "http:U:P@H/live",
    "//U:P@H/live",
    "RTSP://U:P@H/live",
    " rtsp://U:P@H/live",
    "rtsp://P@H/live",
    "rtsp://:P@H/live",
    "rtsp://U:P",
    "rtsp://U:P@",
    "http://H/U:P@live",
    "P://U:P@H/live",
)
HOSTS: Final = ("192.168.1.7", "camera.local", "my.camera.example", "[fe80::1]", "cam")


def filled(form: str, password: str, host: str) -> str:
    """The address; a letter U, P or H that stands alone is filled."""
    signs = {"U": "admin", "P": password, "H": host}
    return re.sub(r"(?<![A-Za-z])[UPH](?![A-Za-z])", lambda found: signs[found[0]], form)
