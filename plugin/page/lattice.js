// Hexes of the map: which one is at a point, its corners, and those that a line meets.

class Lattice {
  constructor(data) {
    Object.assign(this, data.lattice); // third, half: pixels; x0, y0: of lattice place (0, 0)
    this.width = data.width;
    this.height = data.height;
    this.names = data.names;
    this.index = new Map(data.names.map((name, i) => [name, i]));
    for (const [name, i] of Object.entries(data.aliases)) this.index.set(name, i);
    this.cells = new Map();
    this.col.forEach((c, i) => this.cells.set(c * 65536 + this.row[i], i));
  }

  // The hex at a point of the board in pixels, -1 where there is none.
  at(x, y) {
    const u = Math.floor((x - this.x0) / (3 * this.third));
    const v = Math.floor((y - this.y0) / this.half);
    let best = -1, reach = 1 + 1e-9;
    for (let c = u - 1; c <= u + 2; c++) {
      for (let r = v - 2; r <= v + 3; r++) {
        const i = c < 0 || r < 0 ? undefined : this.cells.get(c * 65536 + r);
        if (i === undefined) continue;
        const dx = Math.abs(x - this.x[i]) / this.third, dy = Math.abs(y - this.y[i]) / this.half;
        const far = Math.max(dy, (dx + dy) / 2);
        if (far < reach) { best = i; reach = far; }
      }
    }
    return best;
  }

  corners(i) {
    const x = this.x[i], y = this.y[i], a = this.third, b = this.half;
    return [[x - a, y - b], [x + a, y - b], [x + 2 * a, y], [x + a, y + b], [x - a, y + b], [x - 2 * a, y]];
  }

  points(i) {
    return this.corners(i).map((p) => p.map((v) => v.toFixed(2)).join(",")).join(" ");
  }

  range(i, j) {
    const across = Math.abs(this.col[i] - this.col[j]), down = Math.abs(this.row[i] - this.row[j]);
    return across + Math.max(0, down - across) / 2;
  }

  // The point of a location: a vertex written ``@NW`` after its hex, else the hex's centre.
  point(i, place) {
    const corner = ["@NW", "@NE", "@E", "@SE", "@SW", "@W"].indexOf(place);
    return corner < 0 ? [this.x[i], this.y[i]] : this.corners(i)[corner];
  }

  // Hexes that the line between points of two hexes meets, in order; along hexsides of both sides.
  along(i, j, [[fromX, fromY], [toX, toY]]) {
    const dx = toX - fromX, dy = toY - fromY;
    const length = Math.hypot(dx, dy) || 1;
    const found = new Set([i]);
    for (let t = 0; t <= length; t += 0.5) {
      const x = fromX + dx * t / length, y = fromY + dy * t / length;
      for (const side of [-0.4, 0.4]) {
        const hex = this.at(x - side * dy / length, y + side * dx / length);
        if (hex >= 0) found.add(hex);
      }
    }
    found.add(j);
    return [...found];
  }

  // The neighbour of a hex in a direction of arrow keys, or the hex itself.
  step(i, key) {
    const steps = { ArrowUp: [[0, -2]], ArrowDown: [[0, 2]], ArrowLeft: [[-1, -1], [-1, 1]], ArrowRight: [[1, -1], [1, 1]] }[key];
    for (const [c, r] of steps) {
      const next = this.cells.get((this.col[i] + c) * 65536 + this.row[i] + r);
      if (next !== undefined && this.col[i] + c >= 0) return next;
    }
    return i;
  }
}
