// The map: a picture, a polygon a hex, the line; moved and zoomed by its viewBox.

const SVG = "http://www.w3.org/2000/svg";

function draw(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

class MapView {
  constructor(svg, lattice, picture) {
    this.svg = svg;
    this.layers = Object.fromEntries(["picture", "hexes", "line", "marks"].map((id) => [id, svg.querySelector(`#${id}`)]));
    this.lattice = lattice;
    this.changed = () => {};
    for (const [key, value] of Object.entries({ x: 0, y: 0, width: lattice.width, height: lattice.height })) {
      this.layers.picture.setAttribute(key, value);
      svg.querySelector("#rim").setAttribute(key, value);
    }
    this.setPicture(picture);
    const all = document.createDocumentFragment();
    this.polygons = lattice.names.map((name, i) => draw(all, "polygon", { points: lattice.points(i) }));
    this.layers.hexes.append(all);
    this.box = null;
    this.fit();
  }

  setPicture(address) { this.layers.picture.setAttribute("href", address); }

  tint(kinds) {
    kinds.forEach((kind, i) => {
      const name = kind < 0 ? "" : `k${kind}`;
      const polygon = this.polygons[i];
      if ((polygon.getAttribute("class") || "") !== name) polygon.setAttribute("class", name);
    });
  }

  mark(name, hex) {
    this.layers.marks.querySelectorAll(`[data-mark=${name}]`).forEach((old) => old.remove());
    if (hex < 0) return;
    const points = this.lattice.points(hex), size = this.lattice.half / 32;
    draw(this.layers.marks, "polygon", { points, class: "rim", "data-mark": name, "stroke-width": 6 * size });
    draw(this.layers.marks, "polygon", { points, class: name, "data-mark": name, "stroke-width": 3.2 * size });
  }

  drawLine(answer) {
    const layer = this.layers.line, size = this.lattice.half / 32;
    layer.replaceChildren();
    if (!answer) return;
    const [a, b] = answer.ends, stop = answer.blocked ? answer.at || a : b;
    const stroke = (from, to, name, width, more = {}) => draw(layer, "line", {
      x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: name, "stroke-width": width * size, ...more,
    });
    stroke(a, b, "rim", 6);
    if (answer.blocked) stroke(stop, b, "unseen", 3, { "stroke-dasharray": `${7 * size} ${7 * size}` });
    stroke(a, stop, "seen", 3);
    if (answer.at) {
      for (const turn of [1, -1]) {
        const arm = [[-6, -6 * turn], [6, 6 * turn]].map(([x, y]) => [stop[0] + x * size, stop[1] + y * size]);
        stroke(...arm, "rim", 6);
        stroke(...arm, "cross", 3.4);
      }
    }
    for (const step of answer.steps.filter((one) => one.acts === "hinders")) {
      const hex = this.lattice.index.get(step.hex);
      const amount = /\+\d/.exec(step.did);
      const style = { x: this.lattice.x[hex], y: this.lattice.y[hex] + 22 * size, "font-size": 15 * size, "stroke-width": 4 * size };
      if (amount) draw(layer, "text", style, amount[0]);
    }
  }

  // ---- where the view is

  aspect() {
    const box = this.svg.getBoundingClientRect();
    return box.width / Math.max(1, box.height);
  }

  fit() { this.show({ x: 0, y: 0, w: this.lattice.width, h: this.lattice.height }); }

  show(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.changed();
  }

  point(event) {
    const to = this.svg.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    return [at.x, at.y];
  }

  zoom(factor, [x, y] = [this.box.x + this.box.w / 2, this.box.y + this.box.h / 2]) {
    const w = Math.min(Math.max(this.box.w / factor, 4 * this.lattice.half), 3 * this.lattice.width);
    const f = this.box.w / w;
    this.show({ x: x - (x - this.box.x) / f, y: y - (y - this.box.y) / f, w, h: this.box.h / f });
  }

  move(dx, dy) { this.show({ ...this.box, x: this.box.x + dx, y: this.box.y + dy }); }

  // Moves the view as little as keeps a hex in it.
  reveal(hex) {
    const room = 2 * this.lattice.half, { x, y, w, h } = this.box, [hx, hy] = [this.lattice.x[hex], this.lattice.y[hex]];
    const shift = (at, low, size) => Math.min(0, at - room - low) + Math.max(0, at + room - low - size);
    if (w > 2 * room && h > 2 * room) this.move(shift(hx, x, w), shift(hy, y, h));
  }
}

// Pointers on the map: a click, a drag that moves it, one that starts in the chosen hex, a pinch.
class Pointers {
  constructor(view, on) {
    this.view = view;
    this.on = on;
    this.down = new Map();
    const svg = view.svg;
    svg.addEventListener("pointerdown", (event) => this.start(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.end(event, true));
    svg.addEventListener("pointercancel", (event) => this.end(event, false));
    svg.addEventListener("pointerleave", () => on.hover(-1));
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 400), view.point(event));
    }, { passive: false });
  }

  hex(event) { return this.view.lattice.at(...this.view.point(event)); }

  start(event) {
    if (event.button) return;
    this.view.svg.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    this.far = this.down.size > 1;
    this.aiming = this.down.size === 1 && this.hex(event) >= 0 && this.hex(event) === this.on.chosen();
    this.began = [event.clientX, event.clientY];
  }

  moved(event) {
    const last = this.down.get(event.pointerId);
    if (!last) return this.on.hover(this.hex(event));
    const now = [event.clientX, event.clientY];
    if (Math.hypot(now[0] - this.began[0], now[1] - this.began[1]) > 5) this.far = true;
    if (this.down.size === 2) this.pinch(event, now);
    else if (this.aiming && this.far) this.on.aim(this.hex(event));
    else if (this.far) this.drag(last, now);
    if (this.far || this.down.size > 1) this.down.set(event.pointerId, now);
  }

  drag(last, now) {
    const scale = 1 / this.view.svg.getScreenCTM().a;
    this.view.move((last[0] - now[0]) * scale, (last[1] - now[1]) * scale);
  }

  pinch(event, now) {
    const [other] = [...this.down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const last = this.down.get(event.pointerId);
    const gap = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
    this.view.zoom(gap(now) / gap(last), this.view.point(middle));
  }

  end(event, finished) {
    if (!this.down.delete(event.pointerId) || !finished) return;
    const hex = this.hex(event);
    if (this.aiming && this.far && hex >= 0) this.on.aimed(hex);
    else if (!this.far && !this.down.size && hex >= 0) this.on.click(hex);
  }
}
