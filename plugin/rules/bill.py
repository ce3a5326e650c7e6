"""The bill of a step: its costs line by line, and what the tables do not know of them."""

from __future__ import annotations

from fractions import Fraction

from hexlos.rules.crossing import SIDES
from hexlos.rules.entry import Line
from hexlos.rules.step import Step, cost_facts
from hexlos.rules.tables import Fact, rule_facts
from hexlos.rules.terrain import terrain

SHARES = {"all": Fraction(1), "half": Fraction(1, 2)}

Bill = tuple[tuple[Line, ...], tuple[str, ...]]


def bill(step: Step) -> Bill:
    """Lines of what a step costs, and names of the costs that are not known."""
    mode = step.options.mode
    if mode != "move":
        fact = rule_facts(mode)["cost"]
        return (_priced(fact, fact.text),), ()
    lines: list[Line] = []
    needs: list[str] = []
    for line, need in (_terrain(step), _hexside(step), _turns(step), _wrecks(step)):
        lines += [line] if line else []
        needs += [need] if need else []
    return tuple(lines), tuple(needs)


Part = tuple[Line | None, str | None]


def _terrain(step: Step) -> Part:
    """What the hex itself costs by the way it is entered."""
    fact, text = step.cost_fact, _doing(step)
    if fact is None:
        return _supplied(step, _rule(step), text, _missing(step))
    if fact.value == "forbidden":
        return None, None
    if fact.value == "push":
        return _supplied(step, fact.rule, f"{text}, pushed", "the MF for pushing the motorcycle")
    if fact.value == "road":
        return _road(step, fact.rule, text)
    if step.way.by == "road":
        return _road(step, fact.rule, text)
    of = fact.more.get("of")
    return _multiple(step, fact, str(of), text) if of else (_priced(fact, text), None)


def _priced(fact: Fact, text: str) -> Line:
    if isinstance(fact.value, str):
        return Line(fact.rule, text, share=SHARES[fact.value])
    return Line(fact.rule, text, amount=Fraction(fact.number))


def _road(step: Step, rule: str, text: str) -> Part:
    """The road rate (B3.4)."""
    unit = step.unit
    found = cost_facts(terrain("road"), unit)
    if unit.is_vehicle and unit.armoured and unit.buttoned_up:
        found = (rule_facts("road-rate")["buttoned_up_afv"],)
        text = f"{text}, buttoned up"
    if not found:
        return _supplied(step, rule, text, f"the road rate of {unit.type}")
    rules = rule if rule == found[0].rule else f"{rule}, {found[0].rule}"
    return Line(rules, text, amount=Fraction(found[0].number)), None


def _multiple(step: Step, fact: Fact, of: str, text: str) -> Part:
    """A multiple of the cost of other terrain (F13.1, F13.4, F13.5)."""
    base = cost_facts(terrain(of), step.unit)
    name = of.replace("-", " ")
    each = Fraction(base[0].number) if base else step.options.base_cost
    rule = f"{fact.rule}, {base[0].rule}" if base else fact.rule
    words = f"{text}: {fact.number} times the cost of {name}"
    if each is None:
        return Line(rule, words), f"the cost of {name} to {step.unit.type}"
    return Line(rule, words, amount=Fraction(fact.number) * each), None


def _supplied(step: Step, rule: str, text: str, need: str) -> Part:
    """A cost that the caller gives, or has yet to."""
    given = step.options.base_cost
    if given is None:
        return Line(rule, text), need
    return Line(rule, f"{text}, as given", amount=given), None


def _missing(step: Step) -> str:
    """What the tables lack for the hex."""
    if step.way.by == "road":
        return f"the road rate of {step.unit.type}"
    by = " in bypass" if step.way.by == "bypass" else ""
    return f"the cost of {step.ground.name}{by} to {step.unit.type}"


def _rule(step: Step) -> str:
    if step.way.by == "bypass":
        return "D2.3" if step.unit.is_vehicle else "A4.3"
    return step.ground.rule


def _doing(step: Step) -> str:
    """What the unit does, in words."""
    name, used = step.ground.name, step.way.trail_break
    if step.way.by == "off road":
        return f"off the road into the {name}"
    if step.way.by in ("road", "path"):
        return f"entering {name} along a {step.way.by}"
    if used is not None:
        return f"entering {name} along Trail Break {used}"
    return f"entering {name}" + (" in bypass" if step.way.by == "bypass" else "")


def _hexside(step: Step) -> Part:
    """What lies along the hexside crossed; nothing of it where a road goes through."""
    cross = step.cross
    if cross is None or cross.hexside is None or step.way.by == "road":
        return None, None
    fact = rule_facts("hexside-crossing").get(step.unit.type)
    name, text = cross.hexside, f"crossing the {cross.hexside.lower()} at {SIDES[cross.side]}"
    if name in rule_facts("hexside-crossing")["never"].words("hexsides"):
        return None, None
    if fact is not None and name in fact.words("hexsides"):
        return _priced(fact, text), None
    given = step.options.hexside_cost
    rule = terrain(name).rule
    if given is None:
        return Line(rule, text), f"the cost of crossing the {name.lower()} to {step.unit.type}"
    return Line(rule, f"{text}, as given", amount=given), None


def _turns(step: Step) -> Part:
    """Changes of VCA in the hex that is left, doubled in woods (B13.41)."""
    turns = step.options.vca_changes
    if not turns:
        return None, None
    each = rule_facts("vca-change")["cost"]
    factor = rule_facts("woods-movement")["vca_penalty"]
    amount, rule, text = Fraction(each.number) * turns, each.rule, f"VCA changed {turns} x"
    if step.leaves_woods:
        amount, rule = amount * int(factor.number), f"{rule}, {factor.rule}"
        text = f"{text} in woods, {factor.number} times the cost"
    return Line(rule, text, amount=amount), None


def _wrecks(step: Step) -> Part:
    """Wrecks and vehicles in the hex, doubled in woods, on its road too (B13.41, B13.7)."""
    amount = step.options.wreck_mp
    if not amount:
        return None, None
    rule, text = "D2.14", "wrecks and vehicles in the hex"
    if step.is_woods:
        on_road = step.ground.key == "forest"
        factor = (
            rule_facts("interior-woods")["pass_on_road"]
            if on_road
            else rule_facts("woods-movement")["wreck_penalty"]
        )
        amount, rule = amount * int(factor.number), f"{rule}, {factor.rule}"
        text = f"{text}, {factor.number} times the cost in woods"
    return Line(rule, text, amount=amount), None
