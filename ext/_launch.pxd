# Lines of a ray are begun: answered at once by what others have met, or sent on their way.

from hexlos.ext._field cimport Field
from hexlos.ext._rays cimport Ray
from hexlos.ext._reach cimport Reach
from hexlos.ext._runs cimport Stop, Work

cdef void begin_runs(Field f, Reach reach, const Ray* ray, Work* work, int a, int hexes,
                     Stop* stops) noexcept nogil
