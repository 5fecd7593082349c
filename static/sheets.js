// A sheet's page: values are saved one by one as they change, and nothing that is being typed is ever lost.
(() => {
  "use strict";

  const cellOf = (node) => node.closest?.("[data-cell]");
  const control = (cell) => cell.querySelector("[hx-post]");
  const RETRY = 4000;

  // What a cell says now, to compare with what was sent.
  const words = (cell) => [...cell.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .map((input) => (input.type === "checkbox" ? `${input.value}=${input.checked}` : input.value)).join("\n");

  // --- one value, one save ---------------------------------------------------------------------------------------

  // Enter in a value saves that value; the whole form is for pages without script.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-inline]") || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.activeElement?.blur();
  }, true);

  document.addEventListener("input", (event) => {
    const cell = cellOf(event.target);
    if (cell) cell.dataset.touched = "1";
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const cell = cellOf(event.detail.elt);
    if (!cell || event.detail.requestConfig.verb !== "post") return;
    cell.dataset.sent = words(cell);
    cell.classList.add("is-sending");
    cell.classList.remove("is-unsent");
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const cell = cellOf(event.detail.elt);
    if (!cell || event.detail.requestConfig.verb !== "post") return;
    cell.classList.remove("is-sending");
    const { status } = event.detail.xhr;
    const input = control(cell);
    input?.classList.toggle("is-invalid", status === 422);
    input?.setAttribute("aria-invalid", String(status === 422));
    if (event.detail.successful && words(cell) === cell.dataset.sent) delete cell.dataset.touched;
    if (event.detail.successful) document.body.dispatchEvent(new CustomEvent("sheet:changed"));
    if (status === 0 || status >= 500) later(cell);
    keep(cell, status === 0 || status >= 500 || status === 401 || status === 403);
    cell.classList.toggle("is-signed-out", status === 401 || status === 403);
  });

  // What could not be saved is kept in the tab: after a sign-in or a reload it is there again and is saved.
  const SHELF = "sheet-drafts";
  const shelf = () => JSON.parse(sessionStorage.getItem(SHELF) || "{}");

  function keep(cell, unsaved) {
    const input = cell.querySelector("input:not([type=hidden]):not([type=checkbox]), select, textarea");
    const drafts = shelf();
    const name = `${location.pathname} ${cell.dataset.cell}`;
    if (!input || (!unsaved && !(name in drafts))) return;
    if (unsaved) drafts[name] = input.value;
    else delete drafts[name];
    sessionStorage.setItem(SHELF, JSON.stringify(drafts));
  }

  function unpack() {
    const drafts = shelf();
    for (const [name, value] of Object.entries(drafts)) {
      const [page, cell] = [name.slice(0, name.indexOf(" ")), document.getElementById(`cell-${name.slice(name.indexOf(" ") + 1)}`)];
      if (page !== location.pathname || !cell) continue;
      delete drafts[name];
      const input = cell.querySelector("input:not([type=hidden]):not([type=checkbox]), select, textarea");
      if (input) input.value = value;
    }
    sessionStorage.setItem(SHELF, JSON.stringify(drafts));
  }

  // A line that was down: try again when it is back, without a word typed twice.
  function later(cell) {
    cell.classList.add("is-unsent");
    setTimeout(() => resend(cell), RETRY);
  }

  function resend(cell) {
    if (cell.isConnected && cell.classList.contains("is-unsent") && control(cell)) window.htmx.trigger(control(cell), "change");
  }

  window.addEventListener("online", () => document.querySelectorAll(".cell.is-unsent").forEach(resend));

  window.addEventListener("beforeunload", (event) => {
    if (document.querySelector(".cell.is-unsent, .cell.is-sending")) event.preventDefault();
  });

  // --- pushes never replace what somebody is typing --------------------------------------------------------------

  const inUse = (cell) => "touched" in cell.dataset || cell.contains(document.activeElement);

  // An answer that was overtaken by a later one brings nothing new.
  const baseOf = (node) => Number(node.querySelector?.('input[name$=":base"]')?.value || 0);
  const isOlder = ({ target, fragment }) => target.matches("[data-cell]") && baseOf(fragment) <= baseOf(target);

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target } = event.detail;
    const cells = target.matches("[data-cell]") ? [target] : [...target.querySelectorAll("[data-cell]")];
    if (cells.some(inUse) || isOlder(event.detail)) event.detail.shouldSwap = false;
  });

  document.addEventListener("click", (event) => {
    const keep = event.target.closest?.("[data-keep]");
    if (keep) {
      const cell = document.getElementById(`cell-${keep.dataset.keep}`);
      window.htmx.trigger(control(cell), "change");
    }
    if (event.target.closest?.("[data-close]")) closeRoll();
    if (event.target.closest?.("[data-print]")) window.print();
  });

  // What stands beside a value is replaced as it is, also after 409. Taking theirs ends what was typed here.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.matches?.(".state")) event.detail.swapOverride = "outerHTML";
    const cell = event.detail.target?.matches?.("[data-cell]") && event.detail.target;
    if (cell) delete cell.dataset.touched;
  });

  // What was changed before this script ran is saved now.
  const changed = (input) => (input.type === "checkbox" ? input.checked !== input.defaultChecked
    : input.tagName === "SELECT" ? [...input.options].some((option) => option.selected !== option.defaultSelected) && [...input.options].some((option) => option.defaultSelected)
      : input.value !== input.defaultValue);

  document.body.addEventListener("htmx:load", (event) => {
    if (event.target !== document.body) return;
    unpack();
    for (const cell of document.querySelectorAll("[data-cell]")) {
      if ([...cell.querySelectorAll("input:not([type=hidden]), select, textarea")].some(changed)) window.htmx.trigger(control(cell), "change");
    }
  });

  // --- small comforts --------------------------------------------------------------------------------------------

  document.addEventListener("input", (event) => {
    const { filter } = event.target.dataset ?? {};
    if (!filter) return;
    const wanted = event.target.value.trim().toLocaleLowerCase();
    for (const row of document.querySelectorAll(filter)) {
      row.hidden = wanted !== "" && !(row.querySelector(".row-title, .purchase-name")?.textContent ?? "").toLocaleLowerCase().includes(wanted);
    }
  });

  // A roll takes the focus, and gives it back to where it came from when it is closed.
  const place = document.getElementById("check");
  let opener = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === place && place && !place.contains(document.activeElement)) opener = document.activeElement;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target !== place) return;
    place?.querySelector("button.btn-primary, a.btn-primary")?.focus({ preventScroll: true });
  });

  function closeRoll() {
    if (!place?.firstChild) return;
    place.replaceChildren();
    opener?.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeRoll(); });

  // On a phone the row of steps is longer than the screen: begin at the present one.
  document.querySelector(".build-steps [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

  // The part of the sheet that is in view is marked in its navigation.
  const links = new Map([...document.querySelectorAll(".sheet-nav a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  if (links.size && "IntersectionObserver" in window) {
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(target.id)?.setAttribute("aria-current", "true");
      }
    }, { rootMargin: "-15% 0px -75% 0px" });
    for (const id of links.keys()) {
      const part = document.getElementById(id);
      if (part) watch.observe(part);
    }
  }
})();
