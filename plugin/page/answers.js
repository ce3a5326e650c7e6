// Answers: from the table inside the page, or from the server that it came from.

const BLOCKED = 8; // a verdict is a hindrance 0..5, or this plus the reason's code

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The whole table: verdicts of all pairs i < j of levels, then two planes of distances from i to
// the block; the same of all pairs of edges (crest status, vertices) with hex centres; then for each
// hindered pair of hex centres a count and (hex low, hex high, amount) of each hex.
class InsideTable {
  constructor(data, lattice) {
    this.data = data;
    this.lattice = lattice;
    this.where = []; // hex of each level
    this.levels = new Map();
    this.edges = new Map();
    data.names.forEach((name, hex) => {
      for (const place of ["", ...(data.places[hex] || [])]) {
        this.levels.set(name + place, this.where.length);
        this.where.push(hex);
      }
      for (const place of data.edges[hex] || []) this.edges.set(name + place, this.edges.size);
    });
    this.plain = data.names.map((name) => this.levels.get(name));
    this.bytes = inflated(bytesOf(data.table));
  }

  // Where the bytes of a pair lie: its verdict and both of its distance, and whether the distance
  // is from the first of the two.
  spot(one, other) {
    const [from, to] = [one, other].map((address) => {
      const [name, place] = parted(address); // a hex on a seam has several names
      return (this.data.names[this.lattice.index.get(name)] || name) + place;
    });
    const n = this.where.length, pairs = n * (n - 1) / 2, hexes = this.plain.length;
    const [i, j] = [this.levels.get(from), this.levels.get(to)];
    if (i !== undefined && j !== undefined) {
      const [a, b] = i < j ? [i, j] : [j, i];
      return { at: a * n - a * (a + 1) / 2 + b - a - 1, plane: pairs, first: i < j, same: i === j };
    }
    for (const [edge, hex, first] of [[from, to, true], [to, from, false]]) {
      const row = this.edges.get(edge), column = this.lattice.index.get(hex);
      if (row !== undefined && column !== undefined) {
        return { at: 3 * pairs + row * hexes + column, plane: this.edges.size * hexes, first, same: false };
      }
    }
    throw new Error(`${from} to ${to} is not in this page`);
  }

  async row(from) {
    const bytes = await this.bytes;
    return Uint8Array.from(this.data.names, (name) => {
      const { at, same } = this.spot(from, name);
      return same ? 0 : bytes[at];
    });
  }

  async line(from, to) {
    const bytes = await this.bytes, { at, plane, first, same } = this.spot(from, to);
    const verdict = same ? 0 : bytes[at];
    const [[a, place], [b, other]] = [from, to].map((address) => {
      const [name, rest] = parted(address);
      return [this.lattice.index.get(name), rest];
    });
    const ends = [this.lattice.point(a, place), this.lattice.point(b, other)];
    const answer = { from, to, steps: [], ends, range: this.lattice.range(a, b) };
    let did = new Map();
    if (verdict >= BLOCKED) {
      const far = bytes[at + plane] + 256 * bytes[at + 2 * plane];
      const [rule, text] = this.data.reasons[verdict - BLOCKED];
      answer.blocked = true;
      answer.text = `blocked: ${text} (${rule})`;
      if (far < 65535) {
        const [p, q] = first ? ends : [ends[1], ends[0]];
        const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, t = Math.min(1, far / length);
        answer.at = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
        did.set(this.blocker(answer.at, ends, a, b), [rule, `blocks: ${text}`]);
      }
    } else {
      answer.blocked = false;
      answer.text = verdict ? `clear, hindrance +${verdict}` : "clear";
      did = this.hindering(bytes, at, verdict);
    }
    for (const hex of this.lattice.along(a, b, ends)) {
      const nothing = hex === a || hex === b ? "end of the LOS" : "nothing";
      const [rule, words] = did.get(hex) || ["", nothing];
      answer.steps.push({
        hex: this.data.names[hex],
        terrain: this.data.terrain[this.data.ground[hex]],
        level: this.data.level[hex],
        rule,
        did: words,
        acts: did.has(hex) ? (answer.blocked ? "blocks" : "hinders") : "",
      });
    }
    return answer;
  }

  // The hex of a block; distances are in whole pixels, and just off an end's hex it is the next.
  blocker([x, y], ends, a, b) {
    const hex = this.lattice.at(x, y);
    if (hex !== a && hex !== b) return hex;
    const [toX, toY] = hex === a ? ends[1] : ends[0];
    const step = 1.5 / (Math.hypot(toX - x, toY - y) || 1);
    return this.lattice.at(x + (toX - x) * step, y + (toY - y) * step);
  }

  hindering(bytes, pair, verdict) {
    if (!this.spots) {
      const n = this.where.length;
      const isPlain = new Uint8Array(n);
      for (const i of this.plain) isPlain[i] = 1;
      this.spots = new Map();
      let at = 3 * n * (n - 1) / 2 + 3 * this.edges.size * this.plain.length, k = 0;
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++, k++) {
          if (!bytes[k] || bytes[k] >= BLOCKED || !isPlain[i] || !isPlain[j]) continue;
          this.spots.set(k, at);
          at += 1 + 3 * bytes[at];
        }
      }
    }
    const found = new Map(), at = this.spots.get(pair);
    if (!verdict || at === undefined) return found;
    for (let k = 0; k < bytes[at]; k++) {
      const spot = at + 1 + 3 * k;
      found.set(bytes[spot] + 256 * bytes[spot + 1], ["A6.7", `hinders +${bytes[spot + 2]}`]);
    }
    return found;
  }
}

// A server, asked for a row or a line at a time.
class Server {
  constructor() {
    this.ssr = [];
    this.known = new Map();
  }

  async get(what, parameters) {
    const query = new URLSearchParams(parameters.filter(([, value]) => value !== ""));
    const response = await fetch(`${what}?${query}`, { cache: "no-store" });
    const answer = await response.json().catch(() => ({ error: `the server says ${response.status}` }));
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  rules(ssr = this.ssr) { return ssr.map((rule) => ["ssr", rule]); }

  async row(from) {
    return bytesOf((await this.get("row", [["from", from], ...this.rules()])).verdicts);
  }

  line(from, to) { return this.get("line", [["from", from], ["to", to], ...this.rules()]); }

  // The facts of the board under other rules; asked once each.
  board(ssr) {
    const key = JSON.stringify(ssr);
    if (!this.known.has(key)) {
      const asked = this.get("board", this.rules(ssr));
      asked.catch(() => this.known.delete(key));
      this.known.set(key, asked);
    }
    return this.known.get(key);
  }
}
