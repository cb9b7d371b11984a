"""Modules as one script: whole for the pages' own, refused for unsupported syntax."""

import pytest

from companion.web.pages.one_script import one_script

ENTRY = 'import { one } from "./a.js";\nimport { two } from "../b.js";\none(two);\n'


def test_a_module_stands_once_before_those_that_import_it() -> None:
    modules = {
        "page/main.js": ENTRY,
        "page/a.js": 'import { two } from "../b.js";\nexport function one(x) { return x + two; }\n',
        "b.js": "const hidden = 1;\nexport const two = hidden;\n"
        "export class Three {}\nexport async function four() {}\n",
        "unused.js": "nonsense(",
    }
    script = one_script(modules, "page/main.js")
    places = [script.index(text) for text in ("const hidden", "function one", "one(two)")]
    assert places == sorted(places)
    assert script.count("const hidden") == 1
    assert "return { two, Three, four };" in script
    assert "import" not in script
    assert "nonsense" not in script


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ({}, "there is no module"),
        ({"page/a.js": 'import { one } from "./main.js";\n'}, "imports itself"),
        ({"page/a.js": "export default 1;\n"}, "export default"),
        ({"page/a.js": 'import * as all from "../b.js";\n'}, "import \\* as"),
        ({"page/a.js": "export let one = 1;\n"}, "export let"),
    ],
)
def test_what_it_cannot_put_together_is_refused(other: dict[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        one_script({"page/main.js": ENTRY, "b.js": "export const two = 2;\n", **other}, "page/main.js")
