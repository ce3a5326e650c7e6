# cython: boundscheck=False, wraparound=False
"""The compiled board that the tracing kernels read."""

from hexlos.ext._paths cimport Step


cdef class Field:
    """Arrays of one board, checked once; the kernels read it without further checks."""

    def __init__(self, *, classes, edge, owner, ground, traits, outdoors, plain, building_top,
                 verdict, live, bars, bridge, slope, hillock, stairs, factory, rail, rail_side, on_board, base, top_ground,
                 inherent, drawn_only, depression, joined, wall, fenced, deir, wall_level,
                 cliff, centre, aim,
                 grown_top, grown, remap, orchard, starts, steps, int first_dc, int last_dr,
                 int units_x, int units_y, int stride, int lowest, int levels, int column_step,
                 int row_step, int samples, normal, int bare=-1):
        cells, kinds = on_board.shape[0], ground.shape[0]
        stances = verdict.shape[0] // (levels * levels)
        rows = stances * levels * levels
        pixels = classes.shape
        for name, table in (("bars", bars), ("bridge", bridge), ("slope", slope),
                            ("hillock", hillock), ("stairs", stairs), ("factory", factory), ("rail", rail),
                            ("rail_side", rail_side), ("base", base),
                            ("top_ground", top_ground), ("inherent", inherent),
                            ("drawn_only", drawn_only),
                            ("depression", depression), ("joined", joined), ("wall", wall),
                            ("fenced", fenced), ("deir", deir),
                            ("wall_level", wall_level), ("cliff", cliff), ("centre", centre),
                            ("aim", aim), ("grown_top", grown_top), ("grown", grown)):
            if table.shape[0] != cells:
                raise ValueError(f"{name} has one row a cell")
        if aim.shape[1:] != (7, 2):
            raise ValueError("aim has the centre and the six vertices of a cell")
        if edge.shape not in (pixels, (1, 1)) or owner.shape not in (pixels, (1, 1)):
            raise ValueError("planes differ in shape")
        for name, table in (("traits", traits), ("outdoors", outdoors), ("plain", plain),
                            ("building_top", building_top)):
            if table.shape[0] != kinds:
                raise ValueError(f"{name} has one entry a class")
        if verdict.shape != (rows, kinds) or live.shape != (rows, cells):
            raise ValueError("verdict and live have a row for every pair of levels")
        if stances not in (1, 3):
            raise ValueError("verdict has the rows of one stance or of all three")
        if remap.shape != (orchard.shape[0], kinds):
            raise ValueError("remap is (inherent rows, classes)")
        self.classes, self.edge, self.owner = classes, edge, owner
        self.ground, self.traits, self.building_top = ground, traits, building_top
        self.outdoors, self.plain = outdoors, plain
        self.verdict, self.live = verdict, live
        self.bars, self.bridge, self.slope = bars, bridge, slope
        self.hillock, self.stairs, self.factory = hillock, stairs, factory
        self.stances = stances
        self.rail, self.rail_side = rail, rail_side
        self.on_board, self.base, self.top_ground = on_board, base, top_ground
        self.inherent, self.drawn_only = inherent, drawn_only
        self.depression, self.joined = depression, joined
        self.wall, self.wall_level, self.cliff = wall, wall_level, cliff
        self.fenced, self.deir = fenced, deir
        self.centre, self.aim = centre, aim
        self.grown_top, self.grown = grown_top, grown
        self.remap, self.orchard = remap, orchard
        self.starts, self.steps = starts, steps
        self.first_dc, self.last_dr = first_dc, last_dr
        self.units_x, self.units_y, self.stride = units_x, units_y, stride
        self.lowest, self.levels = lowest, levels
        self.column_step, self.row_step = column_step, row_step
        self.samples = samples
        self.bare = bare
        self.width, self.height = self.classes.shape[0], self.classes.shape[1]
        for i in range(3):
            self.normal[i][0], self.normal[i][1] = normal[i]

    @property
    def cells(self):
        """Number of lattice cells, those off the map included."""
        return self.on_board.shape[0]

    @property
    def level_range(self):
        """(lowest, count) of the levels that a location may have."""
        return self.lowest, self.levels

    cdef const Step* path(self, int source, int target, int* count) noexcept nogil:
        return self.path_by((target // self.stride) - (source // self.stride),
                            (target % self.stride) - (source % self.stride), count)

    cdef const Step* path_by(self, int dc, int dr, int* count) noexcept nogil:
        cdef int place = (dc - self.first_dc) * (2 * self.last_dr + 1) + dr + self.last_dr
        count[0] = self.starts[place + 1] - self.starts[place]
        return (<const Step*>&self.steps[0]) + self.starts[place]
