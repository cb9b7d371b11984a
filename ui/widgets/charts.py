"""Charts as bars that lie beside their names: one card for each, in two columns that scroll together."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.history.charts import Bar, Chart

_NO_BAR = Bar(label="", share=0.0, text="")
_NO_CHART = Chart(title="", bars=())


class ChartBar(BoxLayout):
    """One bar with its name before it and its number after it."""

    bar = ObjectProperty(_NO_BAR, rebind=True)


class ChartCard(BoxLayout):
    """One chart, which stays the same as long as the card is there."""

    chart = ObjectProperty(_NO_CHART, rebind=True)

    def on_kv_post(self, _base: object) -> None:
        """Kivy: its parts are there now."""
        for bar in self.chart.bars:
            self.ids.bars.add_widget(ChartBar(bar=bar))


class ChartsView(ScrollView):
    """`charts` in reading order: each goes to the shorter column."""

    charts = ListProperty()

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
            columns[shorter].add_widget(ChartCard(chart=chart))
            lengths[shorter] += len(chart.bars) + (3 if chart.note else 2)
        self.scroll_y = 1
