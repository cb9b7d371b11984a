"""Runs the finding on standard input with its claim turned round: exit 1 where each part of the claim decides, else 0.

A part is what `and`, `or` and `not` join.  A part that can be negated while the claim still holds says nothing.
"""

import ast
import sys


def with_parts_negated(claim: ast.expr) -> list[ast.expr]:
    """The claim once for each of its parts, with that part negated."""
    if isinstance(claim, ast.BoolOp):
        values = claim.values
        return [
            ast.BoolOp(claim.op, [*values[:at], other, *values[at + 1 :]])
            for at, value in enumerate(values)
            for other in with_parts_negated(value)
        ]
    if isinstance(claim, ast.UnaryOp) and isinstance(claim.op, ast.Not):
        return [ast.UnaryOp(claim.op, other) for other in with_parts_negated(claim.operand)]
    return [ast.UnaryOp(ast.Not(), claim)]


class Negated(ast.NodeTransformer):
    """Turns `holds` of the report round; where it does not hold as it is, nothing is shown, so it stays true."""

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        if node.arg == "holds":
            as_it_is = ast.UnaryOp(ast.Not(), node.value)
            node.value = ast.BoolOp(ast.Or(), [as_it_is, *with_parts_negated(node.value)])
        return node


if __name__ == "__main__":
    script = Negated().visit(ast.parse(sys.stdin.read()))
    exec(compile(ast.fix_missing_locations(script), "finding", "exec"), {"__name__": "__main__"})
