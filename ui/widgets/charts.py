"""Charts as bars that lie beside their names: one card for each, in two columns that scroll together."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.coach.face import Curve
from companion.history.charts import Bar, Chart, LineChart
from ui.widgets.curve import CurveView

_NO_BAR = Bar(label="", share=0.0, text="")
_NO_CHART = Chart(title="", bars=())
_NO_LINE = LineChart(title="", heights=(), note="")
#: A card with a line is as high as so many bars.
_LINE_BARS = 8


class ChartBar(ButtonBehavior, BoxLayout):
    """One bar with its name before it and its number after it; a tap on the bar of a player calls `choose`."""

    bar = ObjectProperty(_NO_BAR, rebind=True)
    choose = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.bar.person and self.choose:
            self.choose(self.bar.person)


class ChartCard(BoxLayout):
    """One chart, which stays the same as long as the card is there."""

    chart = ObjectProperty(_NO_CHART, rebind=True)
    choose = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: object) -> None:
        """Kivy: its parts are there now."""
        for bar in self.chart.bars:
            self.ids.bars.add_widget(ChartBar(bar=bar, choose=self.choose))


class LineCard(BoxLayout):
    """One number over time, which stays the same as long as the card is there."""

    chart = ObjectProperty(_NO_LINE, rebind=True)

    def on_kv_post(self, _base: object) -> None:
        """Kivy: its parts are there now."""
        curve: CurveView = self.ids.curve
        curve.curves = [Curve(self.chart.colour, "", self.chart.heights)]


class ChartsView(ScrollView):
    """`charts` in reading order: each goes to the shorter column.  A tap on a player's name calls `choose` with it."""

    charts = ListProperty()
    choose = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        self.fbind("charts", self._fill_soon)

    def _fill(self, *_: object) -> None:
        columns = [self.ids.left, self.ids.right]
        lengths = [0, 0]
        for column in columns:
            column.clear_widgets()
        for chart in self.charts:
            shorter = lengths.index(min(lengths))
            if isinstance(chart, LineChart):
                columns[shorter].add_widget(LineCard(chart=chart))
                lengths[shorter] += _LINE_BARS
            else:
                columns[shorter].add_widget(ChartCard(chart=chart, choose=self.choose))
                lengths[shorter] += len(chart.bars) + (3 if chart.note else 2)
        self.scroll_y = 1
