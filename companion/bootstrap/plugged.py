"""The sensors and publishers of one table, each behind a guard of its own: a fault in one never stops the game."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from companion.app.guard import Guard, GuardedPublisher, GuardedSensor
from companion.app.plugins import Found, Plugins, PublisherPlugin, SensorPlugin, TableContext, own_table
from companion.app.ports import Publisher, Sensor
from companion.app.table import Table
from companion.settings.schema import Settings

Kind = TypeVar("Kind", PublisherPlugin[Any], SensorPlugin[Any])


class Plugged:
    """`sensors` and `publishers` are the ones that could be built, by the name of their plugin."""

    def __init__(self, plugins: Plugins, settings: Settings, table: Table) -> None:
        self._plugins = plugins
        self._settings = settings
        self._table = table
        self._guarded_sensors: list[GuardedSensor] = []
        self._guarded_publishers: list[GuardedPublisher] = []
        self.sensors: dict[str, Sensor] = {}
        self.publishers: dict[str, Publisher] = {}

    def build_sensors(self, context: TableContext) -> None:
        """Builds the sensors; they start with `start_sensors`, when the table can take their commands."""
        for name, guard, plugin, own in self._guarded("sensors", self._plugins.sensors, self._settings.sensors):
            sensor = guard.call(plugin.build, own, guard.context(context))
            if sensor:
                self.sensors[name] = sensor
                self._guarded_sensors.append(GuardedSensor(guard, sensor))

    def start_publishers(self, context: TableContext) -> None:
        """Builds and starts the publishers, so that the table's first view is already shown."""
        found, tables = self._plugins.publishers, self._settings.publishers
        for name, guard, plugin, own in self._guarded("publishers", found, tables):
            publisher = guard.call(plugin.build, own, guard.context(context))
            if publisher:
                self.publishers[name] = publisher
                guarded = GuardedPublisher(guard, publisher)
                self._guarded_publishers.append(guarded)
                guarded.start(self._table.report)
                self._table.attach(guarded)

    def start_sensors(self) -> None:
        for sensor in self._guarded_sensors:
            sensor.start(self._table.post, self._table.report)

    def stop_sensors(self) -> None:
        """Stops the last one first."""
        for sensor in reversed(self._guarded_sensors):
            sensor.stop()

    def stop_publishers(self) -> None:
        for publisher in self._guarded_publishers:
            self._table.detach(publisher)
            publisher.stop()
        self._guarded_publishers.clear()
        self.publishers.clear()

    def _guarded(
        self, group: str, found: Found[Kind], tables: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[tuple[str, Guard, Kind, Any]]:
        """Yields every plugin of a group with its guard and its own settings; reports the unusable ones."""
        for name, fault in found.faults.items():
            Guard(name, self._table.report).fail(fault)
        for name, plugin in found.plugins.items():
            guard = Guard(name, self._table.report)
            own = guard.call(own_table, f"{group}.{name}", plugin.settings, tables.get(name, {}))
            if own is not None:
                yield name, guard, plugin, own
