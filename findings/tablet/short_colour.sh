#!/bin/sh
# Kivy reads the short colour #fff as two numbers, without an error; ColorProperty refuses it.
. "$(dirname "$0")/../common.sh"
packages kivy==2.3.1
export KIVY_NO_ARGS=1 KIVY_NO_CONFIG=1 KIVY_NO_FILELOG=1 KIVY_NO_CONSOLELOG=1 KIVY_HOME="$WORK"
python - <<'END'
from common import report
from kivy import __version__
from kivy.event import EventDispatcher
from kivy.properties import ColorProperty
from kivy.utils import get_color_from_hex


class Paint(EventDispatcher):
    colour = ColorProperty("#000000")


def of_property(text):
    paint = Paint()
    try:
        paint.colour = text
    except ValueError:
        return "ValueError"
    return paint.colour


short, odd, full = (get_color_from_hex(text) for text in ("#fff", "#fffff", "#ffffff"))
refused, taken = of_property("#fff"), of_property("#ffffff")
report(
    versions=f"kivy {__version__}",
    expected="white, as in every style sheet, or an error",
    seen=f"get_color_from_hex: #fff {[round(part, 2) for part in short]}, #fffff {[round(part, 2) for part in odd]}, "
    f"#ffffff {full}; ColorProperty: #fff {refused}, #ffffff {taken}",
    matters="a colour of a seat, copied from a web page, has no green; the fault appears where it is drawn",
    holds=len(short) == 2 and len(odd) == 4 and odd[2] < 0.1 and full == taken == [1, 1, 1, 1] and refused == "ValueError",
)
END
