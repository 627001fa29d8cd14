"""Makes "papermill IN.ipynb OUT.ipynb -p n 7" work for notebooks in Go.

papermill hands a translator the names and values of parameters, and not the
notebook. A declaration that replaces another must have its keyword and type, so
the engine, which is shown the notebook first, notes those of its parameters cell.
"""

import json
import re

from papermill.engines import NBClientEngine, papermill_engines
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

DECLARATION = re.compile(r"^\s*(var|const)\s+(\w+)(?:\s+([\w\[\]]+))?\s*=\s*(.*?)\s*(?://.*)?$", re.MULTILINE)


class GoTranslator(Translator):
    declared = {}  # name: keyword, type or None, value as it is declared

    @classmethod
    def note(cls, nb):
        cells = [c.source for c in nb.cells if "parameters" in c.metadata.get("tags", [])]
        cls.declared = {m[1]: (m[0], m[2] or None, m[3]) for c in cells for m in DECLARATION.findall(c)}

    @classmethod
    def translate_escaped_str(cls, val):
        return json.dumps(str(val), ensure_ascii=False)  # which Go reads alike

    @classmethod
    def translate_none(cls, val):
        raise ValueError("a parameter of a Go notebook needs a value")

    @classmethod
    def translate_float(cls, val):
        text = repr(val)
        if not re.search(r"\d", text):
            raise ValueError(f"{text} is no number that can be written in Go")
        return text

    @classmethod
    def translate_list(cls, val):
        kinds = {type(v) for v in val}
        of = {str: "string", int: "int", float: "float64", bool: "bool"}
        if kinds == {int, float}:
            kinds, val = {float}, [float(v) for v in val]
        if len(kinds) > 1 or not kinds <= of.keys():
            raise ValueError(f"{val} is no list of texts, of numbers, or of true and false")
        kind = of[kinds.pop()] if kinds else "int"
        return "[]%s{%s}" % (kind, ", ".join(cls.translate(v) for v in val))

    @classmethod
    def comment(cls, text):
        return f"// {text}".strip()

    @classmethod
    def assign(cls, name, val):
        keyword, kind, old = cls.declared.get(name, ("var", None, ""))
        if val == "[]int{}" and old.startswith("[]"):
            val = old[: old.index("{")] + "{}"
        if kind is None and re.fullmatch(r"-?[\d_]*(\.\d|\d\.|\d[eE])[\d.eE+-]*", old) and re.fullmatch(r"-?\d+", val):
            val += ".0"  # it stays a floating-point number
        return f"{keyword} {name}{' ' + kind if kind else ''} = {val}"

    @classmethod
    def inspect(cls, cell):
        return [Parameter(name, kind or "None", value, "") for _, name, kind, value in DECLARATION.findall(cell.source)]


class Engine(NBClientEngine):
    @classmethod
    def nb_language(cls, nb, language=None):
        GoTranslator.note(nb)
        return super().nb_language(nb, language)


papermill_translators.register("go", GoTranslator)
papermill_engines.register(None, Engine)
papermill_engines.register("nbclient", Engine)
