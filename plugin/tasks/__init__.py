"""Many tables of LOS, each a task of its own: computed here, by processes, or by a cluster."""

from hexlos.tasks.here import run_here
from hexlos.tasks.plan import Plan, Variant, planned, variants
from hexlos.tasks.task import Done, Failed, Listener, Outcome, Table, Task, Unfinished, attempt

__all__ = [
    "Done",
    "Failed",
    "Listener",
    "Outcome",
    "Plan",
    "Table",
    "Task",
    "Unfinished",
    "Variant",
    "attempt",
    "planned",
    "run_here",
    "variants",
]
