"""Static files get hashed names, whatever the modules among them import or name."""

import json
from pathlib import Path

from config.static import StaticFiles

DEEP = 12


def collected(folder: Path, modules: dict[str, str]) -> dict[str, str]:
    """Store modules as a deployment does, and give the text that stands under each new name."""
    for name, text in modules.items():
        (folder / name).write_text(text)
    storage = StaticFiles(location=str(folder), base_url="/static/")
    done = list(storage.post_process({name: (storage, name) for name in modules}))
    assert [result for *_names, result in done if isinstance(result, Exception)] == []
    hashed: dict[str, str] = json.loads((folder / "staticfiles.json").read_text())["paths"]
    return {name: (folder / hashed[name]).read_text() for name in modules}


def test_two_modules_may_name_each_others_types(tmp_path: Path) -> None:
    texts = collected(
        tmp_path,
        {
            "a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
            "b.js": '/** @typedef {import("./a.js").a} A */\nexport const b = 1;\n',
        },
    )
    assert '"./b.js"' not in texts["a.js"]


def test_imports_may_go_deep(tmp_path: Path) -> None:
    modules = {f"m{n}.js": f'import "./m{n + 1}.js";\n' for n in range(DEEP)}
    texts = collected(tmp_path, {**modules, f"m{DEEP}.js": "export {};\n"})
    assert not any(f'"./m{n}.js"' in text for n, text in enumerate(texts.values(), start=1))
