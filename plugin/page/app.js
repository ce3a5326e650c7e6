// What the page shows: state, controls, texts, and the address that holds it all.

const element = (id) => document.getElementById(id);
let data = JSON.parse(element("data").textContent);
const lattice = new Lattice(data);
const server = data.table ? null : new Server();
const source = server || new InsideTable(data, lattice);
const view = new MapView(element("map"), lattice, data.picture);
const state = { from: "", to: "", ssr: [...data.ssr], cursor: -1 };
let asked = 0;
if (server) server.ssr = state.ssr;

// An address in two: its hex, and what follows.
const parted = (address) => /^([^:@]*)(.*)$/s.exec(address).slice(1);

const hexOf = (address) => {
  const found = lattice.index.get(parted(address)[0]);
  return found === undefined ? -1 : found;
};

function tell(id, text) { element(id).textContent = text; }

function told(hex) {
  if (hex < 0) return "";
  const places = (data.places[hex] || []).map((place) => place.slice(1)).join(", ");
  const notes = data.notes[hex] ? `, ${data.notes[hex]}` : "";
  return `${data.names[hex]}: ${data.terrain[data.ground[hex]]}, level ${data.level[hex]}${notes}${places ? `; also ${places}` : ""}`;
}

const WORDS = ["clear", "hindered +1", "hindered +2", "hindered +3", "hindered +4", "hindered +5", "blocked"];

function showLegend(kinds) {
  const legend = element("legend");
  legend.replaceChildren();
  WORDS.forEach((word, kind) => {
    const count = kinds.filter((one) => one === kind).length;
    if (!count) return;
    const entry = document.createElement("li"), sign = document.createElement("i");
    sign.style.background = ["#aadaf4", "#fcf6bc", "#f9e398", "#f2cf80", "#eaae80", "#ca988a", "#8e8e94"][kind];
    entry.append(sign, `${word}: ${count}`);
    entry.dataset.kind = kind;
    legend.append(entry);
  });
}

function showSteps(answer) {
  const box = element("steps");
  box.replaceChildren();
  if (!answer) return;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  table.createCaption().textContent = `Hex by hex from ${answer.from} to ${answer.to}`;
  for (const word of ["hex", "terrain", "level", "rule", "what it does"]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = word;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const step of answer.steps) {
    const row = body.insertRow();
    row.className = step.acts;
    for (const text of [step.hex, step.terrain, step.level, step.rule, step.did]) row.insertCell().textContent = text;
  }
  box.append(table);
}

// Locations of a hex in a list; the chosen one stays in it whatever it is.
function showPlaces(id, address) {
  const list = element(id), hex = hexOf(address), [, place] = parted(address);
  list.replaceChildren();
  list.disabled = hex < 0;
  if (hex < 0) return;
  const places = ["", ...(data.places[hex] || []), ...(data.edges[hex] || [])];
  if (!places.includes(place)) places.push(place);
  for (const one of places) list.append(new Option(one || "ground", one, false, one === place));
}

async function show() {
  const turn = ++asked, { from, to } = state;
  element("from").value = from;
  element("to").value = to;
  showPlaces("from-place", from);
  showPlaces("to-place", to);
  view.mark("from", hexOf(from));
  view.mark("to", hexOf(to));
  keep();
  try {
    const row = from ? await source.row(from) : null;
    const answer = from && to ? await source.line(from, to) : null;
    if (turn !== asked) return;
    tell("error", "");
    const own = hexOf(from);
    const kinds = lattice.names.map((_, i) => (!row || i === own ? -1 : row[i] >= BLOCKED ? 6 : row[i]));
    view.tint(kinds);
    showLegend(kinds);
    view.drawLine(answer);
    showSteps(answer);
    const seen = kinds.filter((kind) => kind >= 0 && kind < 6).length;
    tell("verdict", answer ? `${from} to ${to}, range ${answer.range}: ${answer.text}`
      : from ? `${from} sees ${seen} of ${lattice.names.length - 1} hexes` : "");
  } catch (error) {
    if (turn === asked) tell("error", error.message);
  }
  document.body.dataset.shown = `${state.from} ${state.to}`.trim();
}

function click(hex) {
  const name = data.names[hex];
  if (hexOf(state.from) < 0 || state.to) { state.from = name; state.to = ""; }
  else if (hexOf(state.from) === hex) state.from = "";
  else state.to = name;
  show();
}

function clear() { state.from = state.to = ""; tell("error", ""); show(); }

function hover(hex) { tell("hover", told(hex)); }

// ---- the address

function keep() {
  const parts = new URLSearchParams();
  if (state.from) parts.set("from", state.from);
  if (state.to) parts.set("to", state.to);
  for (const rule of state.ssr) if (server) parts.append("ssr", rule);
  const box = view.box;
  if (box && (box.x || box.y || box.w !== lattice.width)) {
    parts.set("view", [box.x, box.y, box.w, box.h].map(Math.round).join(","));
  }
  const kept = parts.toString().replaceAll("%3A", ":").replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%2F", "/");
  if (`#${kept}` !== location.hash) history.replaceState(null, "", kept ? `#${kept}` : location.pathname + location.search);
}

async function follow() {
  const parts = new URLSearchParams(location.hash.slice(1));
  state.from = parts.get("from") || "";
  state.to = parts.get("to") || "";
  const box = (parts.get("view") || "").split(",").map(Number);
  if (box.length === 4 && box.every(Number.isFinite) && box[2] > 0 && box[3] > 0) view.show({ x: box[0], y: box[1], w: box[2], h: box[3] });
  if (server && parts.has("ssr")) await useRules(parts.getAll("ssr"));
  else await show();
}

// ---- scenario special rules

async function useRules(ssr) {
  let problem = "";
  try {
    const facts = await server.board(ssr);
    data = { ...data, ...facts };
    state.ssr = server.ssr = facts.ssr;
    view.setPicture(facts.picture);
  } catch (error) {
    problem = error.message;
  }
  showRules();
  tellAbout();
  await show();
  if (problem) tell("error", problem);
}

let rules = [];

function others(rule, on) { return on ? [...state.ssr, rule] : state.ssr.filter((one) => one !== rule); }

function showRules() {
  const boxes = element("boxes"), focused = document.activeElement && document.activeElement.value;
  const known = new Set(rules.map((rule) => rule.name));
  const all = [...state.ssr.filter((one) => !known.has(one)).map((name) => ({ name, effect: "", rule: "" })), ...rules];
  element("rules").hidden = !all.length;
  boxes.replaceChildren();
  for (const rule of all) {
    const label = document.createElement("label"), box = document.createElement("input"), note = document.createElement("small");
    Object.assign(box, { type: "checkbox", value: rule.name, checked: state.ssr.includes(rule.name) });
    note.textContent = rule.effect ? `${rule.effect} (${rule.rule})` : "";
    label.append(box, ` ${rule.name}`);
    boxes.append(label, note);
    const ahead = () => server.board(others(rule.name, !box.checked)).catch(() => {});
    label.addEventListener("pointerenter", ahead);
    box.addEventListener("change", () => useRules(others(rule.name, box.checked)));
    if (focused === rule.name) box.focus();
  }
}

function tellAbout() {
  const thread = data.thread === "exact" ? "" : `, ${data.thread} thread`;
  tell("title", `${data.kind} ${data.board}`);
  tell("about", `SSRs: ${state.ssr.join(", ") || "none"}${thread}`);
}

// ---- controls

new Pointers(view, {
  click, hover,
  chosen: () => (state.from ? hexOf(state.from) : -1),
  aim: (hex) => { view.mark("to", hex); hover(hex); },
  aimed: (hex) => {
    if (hex === hexOf(state.from)) return;
    state.to = data.names[hex];
    show();
  },
});
view.changed = () => keep();

element("map").addEventListener("keydown", (event) => {
  if (event.key.startsWith("Arrow") && !event.ctrlKey && !event.altKey) {
    state.cursor = state.cursor < 0 ? Math.max(0, hexOf(state.from)) : lattice.step(state.cursor, event.key);
    view.mark("cursor", state.cursor);
    view.reveal(state.cursor);
    hover(state.cursor);
  } else if ((event.key === "Enter" || event.key === " ") && state.cursor >= 0) click(state.cursor);
  else if (event.key === "Escape") clear();
  else if (event.key === "+" || event.key === "=") view.zoom(1.4);
  else if (event.key === "-") view.zoom(1 / 1.4);
  else if (event.key === "0") view.fit();
  else return;
  event.preventDefault();
});
element("map").addEventListener("blur", () => { state.cursor = -1; view.mark("cursor", -1); });
element("in").addEventListener("click", () => view.zoom(1.4));
element("out").addEventListener("click", () => view.zoom(1 / 1.4));
element("fit").addEventListener("click", () => view.fit());
element("clear").addEventListener("click", clear);
element("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const read = (id) => element(id).value.trim();
  Object.assign(state, { from: read("from"), to: read("from") ? read("to") : "" });
  show();
});
for (const end of ["from", "to"]) {
  element(`${end}-place`).addEventListener("change", (event) => {
    state[end] = parted(state[end])[0] + event.target.value;
    show();
  });
}
window.addEventListener("hashchange", follow);

tellAbout();
follow().then(async () => {
  document.body.dataset.ready = Math.round(performance.now()); // milliseconds since it was asked for
  if (!server) return;
  rules = (await server.get("rules", [])).rules;
  showRules();
}).catch((error) => tell("error", error.message));
