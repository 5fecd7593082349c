// What every form on every page gets:
//   - a key, so that the same submit sent twice is carried out once; a new one after each success
//   - a guard against double clicks (a button that may be tapped in quick succession says data-repeat)
//   - drafts: a form being edited (data-dirty) is never replaced by a push; what was typed survives a sign-in
(() => {
  "use strict";

  const keys = new WeakMap();

  // crypto.randomUUID exists only over HTTPS; a table at home uses plain HTTP.
  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function keyOf(form) {
    if (!keys.has(form)) keys.set(form, newKey());
    return keys.get(form);
  }

  const posts = (form) => form instanceof HTMLFormElement && (form.method === "post" || form.hasAttribute("hx-post"));

  // --- sending ---------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button, input[type=submit]");
    if (button && event.detail > 1 && button.type === "submit" && posts(button.form) && !("repeat" in button.dataset)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!posts(form)) return;
    if (form.dataset.sending === "1") {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    field(form, "key").value = keyOf(form);
  }, true);

  function field(form, name) {
    let input = form.querySelector(`input[type=hidden][name="${name}"]`);
    if (!input) {
      input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      form.append(input);
    }
    return input;
  }

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, verb, parameters } = event.detail;
    if (verb !== "get") parameters.key = keyOf(elt.closest("form") || elt);
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt.closest("form");
    if (!posts(form) || event.detail.requestConfig.verb === "get") return;
    form.dataset.sending = "1";
    keepDraft(form);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { successful, requestConfig } = event.detail;
    if (requestConfig.verb === "get") return;
    const elt = requestConfig.elt; // the detail's own is an ancestor when the answer replaced it
    const form = elt.closest("form") || elt;
    delete form.dataset.sending;
    if (successful) {
      keys.delete(form);
      sessionStorage.removeItem("draft");
    }
  });

  // A form's own answer may replace it: it is saved, or it comes back with its text and messages (422). After 409
  // ("the fight has moved on"), and after an answer that is not for the page (403, 500), the text stays where it is.
  let conflict = false;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    const elt = requestConfig.elt; // the detail's own is the target
    conflict = xhr.status === 409;
    if (requestConfig.verb !== "get" && event.detail.shouldSwap && !conflict) {
      const form = elt.closest("form");
      if (form) delete form.dataset.dirty;
    }
    const trigger = requestConfig.triggeringEvent?.type;
    const style = styleOf(event.detail);
    if ((conflict || trigger === "live:changed") && /^(inner|outer)HTML/.test(style)) event.detail.swapOverride = `morph:${style}`;
  });

  const styleOf = ({ swapOverride, requestConfig: { elt } }) => swapOverride || elt.closest("[hx-swap]")?.getAttribute("hx-swap") || "innerHTML";

  // An answer is for the page, also when what asked for it was replaced meanwhile; htmx would look for its places beside
  // the element that asked. On the window, since every other script says first what it wants of the swap.
  window.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    if (detail.requestConfig.elt.isConnected || !detail.shouldSwap) return;
    detail.shouldSwap = false;
    const spec = { swapStyle: styleOf(detail), swapDelay: 0, settleDelay: 20, ignoreTitle: true };
    window.htmx.swap(detail.target, detail.serverResponse, spec, { contextElement: detail.target, eventInfo: detail });
  });

  // A button or link that leads to the next step leaves the page in another way: the browser's own submit.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sending]")) delete form.dataset.sending;
  });

  // --- drafts ----------------------------------------------------------------------------------------------------

  const EDITABLE = "input:not([type=hidden]):not([type=button]):not([type=submit]), textarea, select, [contenteditable]";

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (posts(form)) form.dataset.dirty = "1";
  });
  document.addEventListener("reset", (event) => { delete event.target.dataset.dirty; });

  document.addEventListener("focusout", (event) => {
    const form = event.target.form;
    if (form && "stale" in form.dataset && !form.contains(event.relatedTarget) && !("dirty" in form.dataset)) {
      release(form);
    }
  });

  function beingEdited(node) {
    if (!(node instanceof HTMLFormElement)) return false;
    return "dirty" in node.dataset || (document.activeElement?.matches(EDITABLE) && node.contains(document.activeElement));
  }

  function keepEdited(node, replacement) {
    if (!beingEdited(node)) return true;
    if (conflict && replacement) takeHidden(node, replacement);
    if (!replacement || fingerprint(node) !== fingerprint(replacement)) markStale(node);
    return false;
  }

  // What a form asks, without what was entered.
  function fingerprint(form) {
    return [...form.elements].map((input) => `${input.type} ${input.name} ${input.type === "hidden" ? "" : input.defaultValue}`).join("\n");
  }

  // Told that its page was out of date, a person may send the kept text again, now from the present page.
  function takeHidden(form, replacement) {
    for (const input of replacement.querySelectorAll("input[type=hidden][name]")) field(form, input.name).value = input.value;
  }

  function markStale(form) {
    if ("stale" in form.dataset) return;
    form.dataset.stale = "1";
    const note = document.createElement("p");
    const discard = document.createElement("button");
    note.className = "stale-note";
    note.setAttribute("role", "status");
    note.textContent = "Things have moved on while you were here. Your entry is kept. ";
    discard.type = "button";
    discard.className = "btn btn-sm btn-outline-secondary";
    discard.textContent = "Discard it";
    discard.addEventListener("click", () => release(form));
    note.append(discard);
    form.prepend(note);
  }

  function release(form) {
    delete form.dataset.dirty;
    delete form.dataset.stale;
    form.reset();
    form.querySelector(".stale-note")?.remove();
    document.dispatchEvent(new CustomEvent("forms:released"));
  }

  if (window.Idiomorph) {
    const { callbacks } = window.Idiomorph.defaults;
    callbacks.beforeNodeMorphed = (old, fresh) => keepEdited(old, fresh);
    // What somebody has opened stays open.
    callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
    // A node that goes takes an edited form inside it along, so it has to stay too.
    callbacks.beforeNodeRemoved = (node) => {
      if (!(node instanceof Element)) return true;
      return [node, ...node.querySelectorAll("form")].every((form) => keepEdited(form, null));
    };
  }

  // --- what was typed survives a sign-in (for htmx; a form sent by the browser itself is carried by the server) ------

  function keepDraft(form) {
    if (form.querySelector("input[type=password]")) return;
    const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !/^(key|csrf)/.test(name));
    const draft = { page: location.pathname + location.search, action: form.getAttribute("action"), fields };
    sessionStorage.setItem("draft", JSON.stringify(draft));
  }

  function restoreDraft() {
    const draft = JSON.parse(sessionStorage.getItem("draft") || "null");
    if (!draft) return;
    if (location.pathname === document.body.dataset.logIn) {
      sessionStorage.setItem("draft", JSON.stringify({ ...draft, signedOut: true }));
      return;
    }
    sessionStorage.removeItem("draft");
    if (!draft.signedOut || draft.page !== location.pathname + location.search) return;
    const form = [...document.forms].find((candidate) => posts(candidate) && candidate.getAttribute("action") === draft.action);
    if (form) fill(form, draft.fields);
  }

  function fill(form, fields) {
    for (const input of form.elements) {
      const values = fields.filter(([name]) => name === input.name).map(([, value]) => value);
      if (!input.matches(EDITABLE) || input.type === "file") continue;
      if (input.type === "checkbox" || input.type === "radio") input.checked = values.includes(input.value);
      else if (input.multiple) for (const option of input.options) option.selected = values.includes(option.value);
      else if (values.length) input.value = values[0];
    }
    form.dataset.dirty = "1";
  }

  restoreDraft();
})();
