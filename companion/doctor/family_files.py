"""Checks of the family's own files: the settings, plugins beside ours, games and boards."""

from companion.doctor.results import CheckContext, Finding, fault, ok, warning
from companion.settings.file import SettingsError, fault_code
from companion.system.quoting import one_line


def check_settings(context: CheckContext) -> list[Finding]:
    """Checks whether the settings are readable, and fit the game, the board and the plugins that they name."""
    from companion.app.plugins import check_tables, find_plugins
    from companion.app.table_setup import check_table
    from companion.board.files import ProfileError
    from companion.catalogue.house_variants import read_catalogue
    from companion.texts import LANGUAGES

    if context.settings_fault:
        return [fault(fault_code(context.settings_fault), detail=context.settings_fault)]
    plugins, settings = find_plugins(), context.settings
    found = [
        warning("plugin_failed", part=name, detail=why)
        for group in (plugins.publishers, plugins.sensors)
        for name, why in group.faults.items()
    ]
    try:
        if settings.language not in LANGUAGES:
            raise SettingsError(f"settings.toml: no catalogue has the language {settings.language!r}")
        check_tables(settings, plugins)
        check_table(read_catalogue(context.folder), settings)
    except (SettingsError, ProfileError, ValueError) as error:
        found.insert(0, fault("settings_corrupt", detail=one_line(str(error))))
    return found or ok("settings_ok")


def check_family_files(context: CheckContext) -> list[Finding]:
    """Checks whether every own game, every own board and the file of the players' profiles is usable."""
    from companion.board.files import ProfileError, load_board, own_board_ids, own_folder
    from companion.catalogue.house_variants import FOLDER, read_catalogue
    from companion.store.profile_file import ProfileFileError, load_profiles

    catalogue = read_catalogue(context.folder)
    found = [warning("house_game_faulty", detail=one_line(why)) for why in catalogue.faults.values()]
    boards = own_board_ids() if own_folder().is_dir() else ()
    for board in boards:
        try:
            load_board(board)
        except ProfileError as error:
            found.append(warning("house_board_faulty", detail=one_line(str(error))))
    try:
        load_profiles(context.folder)
    except ProfileFileError as error:
        found.append(warning("players_corrupt", detail=one_line(str(error))))
    games = sum(1 for _ in (context.folder / FOLDER).glob("*.toml"))
    return found or ok("family_files_ok", games=games, boards=len(boards))
