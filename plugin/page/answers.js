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

// The whole table: verdicts of all pairs i < j, then two planes of distances from i to the block,
// then for each hindered pair of hex centres a count and (hex low, hex high, amount) of each hex.
class InsideTable {
  constructor(data, lattice) {
    this.data = data;
    this.lattice = lattice;
    this.where = []; // hex of each location
    this.locations = new Map();
    data.names.forEach((name, hex) => {
      for (const place of ["", ...(data.places[hex] || [])]) {
        this.locations.set(name + place, this.where.length);
        this.where.push(hex);
      }
    });
    this.plain = data.names.map((name) => this.locations.get(name));
    this.bytes = inflated(bytesOf(data.table));
  }

  location(address) {
    const found = this.locations.get(address);
    if (found === undefined) throw new Error(`${address} is not in this page`);
    return found;
  }

  pair(i, j) {
    const n = this.where.length, [a, b] = i < j ? [i, j] : [j, i];
    return a * n - a * (a + 1) / 2 + b - a - 1;
  }

  async row(from) {
    const bytes = await this.bytes, i = this.location(from);
    return Uint8Array.from(this.plain, (j) => (i === j ? 0 : bytes[this.pair(i, j)]));
  }

  async line(from, to) {
    const bytes = await this.bytes, i = this.location(from), j = this.location(to);
    const n = this.where.length, pairs = n * (n - 1) / 2;
    const verdict = i === j ? 0 : bytes[this.pair(i, j)];
    const a = this.where[i], b = this.where[j], answer = { from, to, steps: [] };
    const { x, y } = this.lattice;
    answer.ends = [[x[a], y[a]], [x[b], y[b]]];
    answer.range = this.lattice.range(a, b);
    let did = new Map();
    if (verdict >= BLOCKED) {
      const k = this.pair(i, j), far = bytes[pairs + k] + 256 * bytes[2 * pairs + k];
      const [rule, text] = this.data.reasons[verdict - BLOCKED];
      answer.blocked = true;
      answer.text = `blocked: ${text} (${rule})`;
      if (far < 65535) {
        const [p, q] = i < j ? answer.ends : [answer.ends[1], answer.ends[0]];
        const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, t = Math.min(1, far / length);
        answer.at = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
        did.set(this.lattice.at(...answer.at), `blocks: ${text} (${rule})`);
      }
    } else {
      answer.blocked = false;
      answer.text = verdict ? `clear, hindrance +${verdict}` : "clear";
      did = this.hindering(bytes, this.pair(i, j), verdict);
    }
    for (const hex of this.lattice.along(a, b)) {
      const end = hex === a || hex === b;
      answer.steps.push({
        hex: this.data.names[hex],
        terrain: this.data.terrain[this.data.ground[hex]],
        level: this.data.level[hex],
        did: did.get(hex) || (end ? "end of the LOS" : "nothing"),
        acts: did.has(hex) ? (answer.blocked ? "blocks" : "hinders") : "",
      });
    }
    return answer;
  }

  hindering(bytes, pair, verdict) {
    if (!this.spots) {
      const n = this.where.length;
      const isPlain = new Uint8Array(n);
      for (const i of this.plain) isPlain[i] = 1;
      this.spots = new Map();
      let at = 3 * n * (n - 1) / 2, k = 0;
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
      found.set(bytes[spot] + 256 * bytes[spot + 1], `hinders +${bytes[spot + 2]} (A6.7)`);
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
