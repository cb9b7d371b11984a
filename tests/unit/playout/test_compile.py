"""The kernel's tables: their content, and their refusals in words."""

import ctypes
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from playout_tables import Case, kernel_for_tests, ready

from companion.playout import build, library
from companion.playout.compile import NoTableError, compile_table
from companion.playout.library import Kernel, NoKernelError
from companion.rules.flat.codes import Opcode
from companion.rules.mechanic import Effect, Slot, Use
from companion.rules.mechanics.special_field import SpecialField
from companion.rules.mechanics.start import Start
from companion.rules.mechanics.wheel import QuarterTurns, WheelTurn
from companion.rules.rules import Rules
from companion.rules.variant_files.file import mechanics_of


class Teleport(Use, frozen=True, kw_only=True, tag="teleport"):
    """A card use that the kernel has never heard of."""


class Flood(Effect, frozen=True, kw_only=True, tag="flood"):
    """An after-effect of that kind."""


class Weather(Slot, frozen=True, kw_only=True, tag="weather"):
    """A slot of that kind."""


def rules(variant: str) -> Rules:
    return ready(Case(variant, 4, ())).rules


def refused(changed: Rules) -> str:
    with pytest.raises(NoTableError) as caught:
        compile_table(changed)
    return str(caught.value)


def test_what_is_unknown_is_refused_by_its_name() -> None:
    dog = rules("dog")
    assert refused(replace(dog, uses={**dog.uses, "8": (Teleport(),)})) == (
        "chances are not available with the card use 'teleport'"
    )
    assert refused(replace(dog, effects=(Flood(),))) == "chances are not available with the after-effect 'flood'"
    assert refused(replace(dog, slots={"sky": Weather()})) == "chances are not available with the slot 'weather'"


def test_what_the_kernel_was_not_made_for_is_refused() -> None:
    dog, royal, black = rules("dog"), rules("dog_royal"), rules("black_dog")
    wheel, field = WheelTurn(fields=(8,), paws=(8,)), SpecialField(fields=(10,))
    assert "more than one after-effect" in refused(replace(royal, effects=(field, field)))
    assert "a wheel that carries pawns with ranks" in refused(replace(royal, effects=(wheel,)))
    assert "a disc that nothing turns" in refused(replace(dog, slots={"wheel": QuarterTurns()}))
    assert "more than one neutral figure" in refused(
        replace(black, figures={**black.figures, "cat": black.slots["dog"]})
    )
    assert "a track of more than 192 fields" in refused(replace(dog, field_count=200))
    assert "a hand of 40 cards or more" in refused(
        replace(dog, deal=msgspec.structs.replace(dog.deal, hand_cycle="40"))
    )


def test_every_mechanic_of_the_engine_is_known() -> None:
    """A new file in `mechanics` needs an opcode of the kernel, or a line here with the reason for its lack."""
    for use in mechanics_of(Use):
        assert use.opcode is not Opcode.NONE, f"{use.__name__} has no opcode"
    for kind in (Effect, Slot):
        for mechanic in mechanics_of(kind):
            assert mechanic.__name__ in _sources(), f"{mechanic.__name__} is no part of companion/playout/compile.py"


def test_the_order_of_the_uses_does_not_matter() -> None:
    dog = rules("dog")
    turned = replace(dog, uses={card: uses[::-1] for card, uses in dog.uses.items()})
    assert compile_table(turned).use[0][1].op == compile_table(dog).use[0][0].op
    assert any(isinstance(use, Start) for use in dog.uses["1/11"])


def test_without_the_library_there_is_no_kernel(tmp_path: Path) -> None:
    with pytest.raises(NoKernelError, match="not built"):
        Kernel(tmp_path / "libplayout.so")
    assert library.kernel() is None or isinstance(library.kernel(), Kernel)


def test_a_library_of_older_sources_is_no_kernel(tmp_path: Path) -> None:
    source, old = tmp_path / "old.c", tmp_path / "libplayout.so"
    sizes = ", ".join(str(ctypes.sizeof(struct)) for struct in library._STRUCTS)
    source.write_text(f"int playout_size(int which) {{ int sizes[] = {{{sizes}}}; return sizes[which]; }}\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", old, source], check=True)
    with pytest.raises(NoKernelError, match="other sources"):
        Kernel(old)


def test_a_library_of_other_sources_is_stale_however_new_it_is(tmp_path: Path) -> None:
    """Sources may have changed while they were compiled."""
    kernel_for_tests()
    assert not build.is_stale()
    found, copy = build.LIBRARY.read_bytes(), tmp_path / "libplayout.so"
    assert build.is_stale(copy)
    copy.write_bytes(found)
    os.utime(copy, (0, 0))
    assert not build.is_stale(copy)
    copy.write_bytes(found.replace(build.digest().encode(), b"0" * 64))
    os.utime(copy, (2**33, 2**33))
    assert build.is_stale(copy)


def _sources() -> str:
    return (Path(library.__file__).parent / "compile.py").read_text(encoding="utf-8")
