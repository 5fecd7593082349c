// The map of a fight: choose a token, aim at a space, see the way and its price, confirm. The rules have worked out every
// way that is offered (data-ends: space -> [path, price]); nothing here knows what a step costs or who may pass.
(() => {
  "use strict";

  const CELL = 20;
  const SIZES = [16, 24, 32, 44, 56, 72];
  const USUAL = 3;
  const NAMED = 56;
  const STEPS = {
    ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
    Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1],
  };
  const WAYS = { n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1] };

  const map = () => document.getElementById("map");
  const drawing = () => document.getElementById("map-drawing");
  const scroller = () => document.getElementById("map-scroll");
  const token = (id) => document.getElementById(`token-${id}`);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

  let size = USUAL;
  let chosen = null; // { id, name, to: [x, y] or null }
  let tool = ""; // "", "measure" or "paint"
  let threat = false;
  let drag = null; // { kind: "token", "paint" or "tape", ... }
  let tape = null; // [[x, y], [x, y]]
  let pinned = null; // where a measuring by two taps begins
  let kept = { left: 0, top: 0 };

  // --- drawing ------------------------------------------------------------------------------------------------------

  function svg(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function resize() {
    const width = (Number(map().dataset.width) * CELL + 12) / CELL * SIZES[size];
    const height = (Number(map().dataset.height) * CELL + 12) / CELL * SIZES[size];
    drawing().setAttribute("width", width);
    drawing().setAttribute("height", height);
    drawing().classList.toggle("shows-names", SIZES[size] >= NAMED);
  }

  const box = ([x, y]) => `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`;
  const middle = ([x, y]) => [x * CELL + CELL / 2, y * CELL + CELL / 2];
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < Number(map().dataset.width) && y < Number(map().dataset.height);

  // The way in which the system counts, in spaces.
  function spaces(a, b) {
    const dx = Math.abs(a[0] - b[0]);
    const dy = Math.abs(a[1] - b[1]);
    const way = map().dataset.diagonals;
    if (way === "alternating") return Math.max(dx, dy) + Math.floor(Math.min(dx, dy) / 2);
    if (way === "two") return dx + dy;
    return way === "euclid" ? Math.hypot(dx, dy) : Math.max(dx, dy);
  }

  function measured(a, b) {
    const { step, unit } = map().dataset;
    return `${Math.ceil(spaces(a, b) * Number(step) - 1e-9)} ${unit}`;
  }

  function around(centre, far) {
    const found = [];
    for (let x = centre[0] - far; x <= centre[0] + far; x += 1) {
      for (let y = centre[1] - far; y <= centre[1] + far; y += 1) {
        if (inside([x, y]) && Math.round(spaces(centre, [x, y])) <= far) found.push([x, y]);
      }
    }
    return found;
  }

  const at = (element) => [Number(element.dataset.x), Number(element.dataset.y)];
  const rings = (element) => JSON.parse(element.dataset.rings || "[]");

  function threatened() {
    const mine = chosen ? token(chosen.id) : document.querySelector(".token.is-mine, .token.is-active");
    const cells = new Set();
    for (const other of document.querySelectorAll("#map .token:not(.is-down)")) {
      if (mine && other.dataset.side === mine.dataset.side) continue;
      for (const [kind, , far] of rings(other)) {
        if (kind === "threat") for (const cell of around(at(other), far)) cells.add(cell.join());
      }
    }
    return [...cells].map((cell) => cell.split(",").map(Number));
  }

  function shade() {
    const group = document.getElementById("map-shade");
    group.replaceChildren();
    const paint = (kind, cells) => {
      if (cells.length) group.append(svg("path", { class: `shade-${kind}`, d: cells.map(box).join("") }));
    };
    if (threat) paint("threat", threatened());
    const element = chosen && token(chosen.id);
    if (!element) return;
    for (const [kind, , far] of rings(element).sort((a, b) => b[2] - a[2])) {
      paint(kind === "threat" ? "reach" : "range", around(at(element), far));
    }
    const ends = new Set(ways().flatMap((form) => Object.keys(JSON.parse(form.dataset.ends))));
    paint("way", [...ends].map((end) => end.split(",").map(Number)));
  }

  function over() {
    const group = document.getElementById("map-over");
    group.replaceChildren();
    if (tape) {
      const [a, b] = tape.map(middle);
      group.append(svg("path", { class: "over-tape", d: `M${a}L${b}` }));
      group.append(svg("text", { class: "over-words", x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 - 3 }, measured(...tape)));
    }
    if (drag?.kind === "paint") group.append(svg("path", { class: "shade-paint", d: drag.cells.map(box).join("") }));
    const element = chosen && token(chosen.id);
    if (!chosen?.to) return;
    const found = offers()[0];
    const path = found ? found[1][0].split(" ").map((cell) => cell.split(",").map(Number)) : [];
    if (element && found) group.append(svg("path", { class: "over-path", d: `M${[at(element), ...path].map(middle).join("L")}` }));
    group.append(svg("path", { class: `over-ghost${found || hand() ? "" : " is-barred"}`, d: box(chosen.to) }));
  }

  // --- what the chosen token can do -----------------------------------------------------------------------------------

  const ways = () => [...document.querySelectorAll("#map form[data-way]")].filter((form) => form.dataset.way === chosen?.id);
  const hand = () => document.querySelector("#map form[data-map-hand]");

  // The ways that end where one aims: form and [path, price].
  function offers() {
    if (!chosen?.to) return [];
    return ways().map((form) => [form, JSON.parse(form.dataset.ends)[chosen.to.join()]]).filter(([, end]) => end);
  }

  function say(text) {
    const status = document.getElementById("map-says");
    if (status && status.textContent !== text) status.textContent = text;
  }

  function show() {
    const panel = document.getElementById("map-move");
    if (!panel) return;
    panel.hidden = !chosen;
    for (const element of document.querySelectorAll("#map .token.is-chosen")) element.classList.remove("is-chosen");
    for (const form of panel.querySelectorAll("form")) form.hidden = true;
    shade();
    over();
    if (!chosen) return;
    token(chosen.id)?.classList.add("is-chosen");
    document.getElementById("map-chosen").textContent = chosen.name;
    for (const [number, [form, [path, price]]] of offers().entries()) {
      form.hidden = false;
      form.querySelector("button").classList.toggle("btn-primary", number === 0);
      form.querySelector("button").classList.toggle("btn-secondary", number > 0);
      form.querySelector("[data-map-end]").value = path;
      form.querySelector("[data-map-price]").textContent = price;
    }
    const form = hand();
    if (form) {
      form.hidden = false;
      form.querySelector("[data-map-who]").value = chosen.id;
      form.querySelector("[data-map-end]").value = (chosen.to || "").toString();
      form.querySelector("[data-map-price]").textContent = chosen.to ? `at ${chosen.to}` : "";
    }
    say(told());
  }

  function told() {
    if (!chosen.to) return `${chosen.name}: choose a space.`;
    const found = offers().map(([form, [, price]]) => `${form.querySelector("button").firstChild.textContent.trim()}: ${price}`);
    if (found.length) return `${chosen.name} to ${chosen.to}. ${found.join("; ")}.`;
    return hand() ? `${chosen.name} to ${chosen.to}, by hand only.` : `${chosen.to}: too far, or no way there.`;
  }

  function choose(id, name) {
    chosen = id ? { id, name, to: null } : null;
    if (!id) say("");
    show();
  }

  function aim(cell) {
    const start = token(chosen.id);
    chosen.to = inside(cell) && !(start && String(at(start)) === String(cell)) ? cell : null;
    show();
  }

  function step([dx, dy]) {
    const element = token(chosen.id);
    const from = chosen.to || (element ? at(element) : [0, 0]);
    aim([clamp(from[0] + dx, 0, Number(map().dataset.width) - 1), clamp(from[1] + dy, 0, Number(map().dataset.height) - 1)]);
  }

  function confirm() {
    const [first] = offers();
    const form = first ? first[0] : hand();
    if (chosen?.to && form) form.requestSubmit();
  }

  // A space or path that the open form asks for is filled in by a tap.
  function fill(cell) {
    const field = document.querySelector(".chosen input[data-map]");
    if (!field) return false;
    const form = field.form;
    const way = [...document.querySelectorAll("#map form[data-way]")].find(
      (one) => one.dataset.way === form.elements.who.value && one.dataset.option === form.elements.option.value,
    );
    const end = way && JSON.parse(way.dataset.ends)[cell.join()];
    if (field.dataset.map === "path" && !end) {
      say(`${cell}: too far, or no way there.`);
      return true;
    }
    field.value = end ? end[0] : cell.join();
    say(`${field.labels[0]?.textContent || "Space"}: ${field.value}${end ? `, ${end[1]}` : ""}`);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  // --- pointer ------------------------------------------------------------------------------------------------------

  function cellOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing().getScreenCTM().inverse());
    return [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
  }

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#map-drawing") || event.button !== 0) return;
    const cell = cellOf(event);
    const element = event.target.closest(".token");
    if (tool === "paint") drag = { kind: "paint", cells: [cell] };
    else if (tool === "measure") drag = { kind: "tape", from: cell };
    else if (element?.classList.contains("is-movable")) drag = { kind: "token", id: element.dataset.token, from: cell, moved: false };
    else return;
    event.target.setPointerCapture?.(event.pointerId);
    if (tool) event.preventDefault();
    over();
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !map()) return;
    const cell = cellOf(event);
    if (!inside(cell)) return;
    if (drag.kind === "paint" && !drag.cells.some((one) => String(one) === String(cell))) drag.cells.push(cell);
    if (drag.kind === "tape") tape = [drag.from, cell];
    if (drag.kind === "token" && (drag.moved || String(cell) !== String(drag.from))) {
      if (!drag.moved) choose(drag.id, token(drag.id).dataset.name);
      drag.moved = true;
      if (String(chosen.to) !== String(cell)) aim(cell);
      return;
    }
    over();
  });

  document.addEventListener("pointerup", (event) => {
    const done = drag;
    drag = null;
    if (!done || !map()) return;
    if (done.kind === "paint") brush(done.cells);
    if (done.kind === "tape") measureTo(done, cellOf(event));
    if (done.kind === "token" && done.moved) swallow = true;
    over();
  });
  document.addEventListener("pointercancel", () => { drag = null; });

  let swallow = false;

  function brush(cells) {
    const form = document.querySelector("#map form[data-map-paint]");
    form.querySelector("[data-map-spaces]").value = cells.filter(inside).map((cell) => cell.join()).join(" ");
    form.requestSubmit();
  }

  function measureTo(done, cell) {
    const tapped = String(done.from) === String(cell);
    if (tapped && !pinned) {
      pinned = cell;
      tape = null;
      say(`From ${cell}: tap where to measure to.`);
      return;
    }
    tape = [tapped ? pinned : done.from, cell];
    pinned = null;
    say(`${tape[0]} to ${tape[1]}: ${measured(...tape)}`);
  }

  document.addEventListener("click", (event) => {
    if (swallow) {
      swallow = false;
      return;
    }
    if (!event.target.closest?.("#map-drawing") || tool) return;
    const element = event.target.closest(".token");
    const cell = cellOf(event);
    if (element?.classList.contains("is-movable") && !(chosen && chosen.id !== element.dataset.token && offersAt(cell))) {
      choose(chosen?.id === element.dataset.token ? null : element.dataset.token, element.dataset.name);
    } else if (chosen) aim(cell);
    else if (inside(cell) && !fill(cell) && element) say(element.getAttribute("aria-label"));
  });

  const offersAt = (cell) => ways().some((form) => JSON.parse(form.dataset.ends)[cell.join()]);

  // --- buttons and keys -------------------------------------------------------------------------------------------------

  const press = {
    closer: () => zoom(1),
    farther: () => zoom(-1),
    cancel: () => choose(null),
    measure: () => take("measure"),
    paint: () => take("paint"),
    threat: () => { threat = !threat; },
  };

  function zoom(by) {
    const area = scroller();
    const before = SIZES[size];
    const centre = [area.scrollLeft + area.clientWidth / 2, area.scrollTop + area.clientHeight / 2];
    size = clamp(size + by, 0, SIZES.length - 1);
    resize();
    const grown = SIZES[size] / before;
    area.scrollTo(centre[0] * grown - area.clientWidth / 2, centre[1] * grown - area.clientHeight / 2);
  }

  function take(which) {
    tool = tool === which ? "" : which;
    tape = pinned = null;
    if (tool) chosen = null;
    say(tool === "measure" ? "Tap or draw from one space to another." : "");
  }

  function tools() {
    const area = scroller();
    area.classList.toggle("is-painting", tool === "paint");
    area.classList.toggle("is-measuring", tool === "measure");
    for (const [name, on] of [["measure", tool === "measure"], ["paint", tool === "paint"], ["threat", threat]]) {
      document.querySelector(`[data-map-do="${name}"]`)?.setAttribute("aria-pressed", String(on));
    }
    const form = document.getElementById("map-paint");
    if (form) form.hidden = tool !== "paint";
    show();
    shade();
    over();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-map-do], [data-map-go], [data-map-take]");
    if (!button) return;
    const { mapDo, mapGo, mapTake } = button.dataset;
    if (mapDo) press[mapDo]();
    if (mapDo) tools();
    if (mapGo !== undefined && chosen) { if (mapGo) step(WAYS[mapGo]); else aim([-1, -1]); }
    if (mapTake) {
      choose(mapTake, button.dataset.name);
      token(mapTake)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      (token(mapTake) || document.querySelector("[data-map-go]"))?.focus({ preventScroll: true });
    }
  });

  document.addEventListener("keydown", (event) => {
    const element = event.target.closest?.(".token.is-movable");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = chosen?.id === element.dataset.token;
    if (event.key in STEPS) {
      if (!own) choose(element.dataset.token, element.dataset.name);
      step(STEPS[event.key]);
    } else if (event.key === "Enter" && own && chosen.to) confirm();
    else if (event.key === "Enter" || event.key === " ") choose(element.dataset.token, element.dataset.name);
    else if (event.key === "Escape" && own) choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // --- a fresh table ------------------------------------------------------------------------------------------------------

  document.addEventListener("htmx:beforeSwap", () => {
    const area = scroller();
    if (area) kept = { left: area.scrollLeft, top: area.scrollTop };
  });
  document.addEventListener("htmx:afterSwap", restore);

  function restore() {
    if (!map()) return;
    resize();
    scroller().scrollTo(kept.left, kept.top);
    if (chosen && !token(chosen.id)?.classList.contains("is-movable") && !document.querySelector(`[data-map-take="${chosen.id}"]`)) chosen = null;
    if (chosen?.to && token(chosen.id) && String(at(token(chosen.id))) === String(chosen.to)) chosen = null;
    tools();
  }

  if (map()) {
    resize();
    const first = document.querySelector(".token.is-active, .token.is-mine");
    if (first) {
      const [x, y] = middle(at(first)).map((value) => value / CELL * SIZES[size]);
      scroller().scrollTo(x - scroller().clientWidth / 2, y - scroller().clientHeight / 2);
    }
  }
})();
