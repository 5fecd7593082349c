"""Names for several of a kind: a word each, so that neither a number nor a gap tells how many there are."""

from __future__ import annotations

import random
from collections.abc import Collection

WORDS = tuple(
    """Ash Amber Barley Bell Birch Bramble Briar Brook Cedar Chalk Cinder Clay Clover Coal Copper Crow Dune Dusk
    Elder Ember Fennel Fern Flint Frost Furrow Garnet Ginger Gorse Granite Hazel Heath Heron Holly Iron Ivy Jet
    Juniper Kestrel Larch Lark Linden Maple Marsh Mist Moss Nettle Oak Ochre Onyx Osprey Pebble Pine Plum Quill
    Raven Reed Ridge Robin Rowan Rush Rust Sage Sand Shale Slate Sleet Sloe Smoke Soot Sorrel Spruce Stone Storm
    Straw Swift Tallow Tansy Tar Teal Thistle Thorn Thyme Umber Vetch Wick Willow Wren Yarrow Yew""".split()  # noqa: SIM905
)


def marked(name: str, number: int, taken: Collection[str], chance: random.Random) -> list[str]:
    """So many distinct names of a kind: ``Goblin Moss``, ``Goblin Flint`` ..., none of them taken."""
    free = [f"{name} {word}" for word in WORDS if f"{name} {word}" not in taken]
    chance.shuffle(free)
    while len(free) < number:
        two = f"{name} {chance.choice(WORDS)} {chance.choice(WORDS)}"
        if two not in taken and two not in free:
            free.append(two)
    return free[:number]
