// The table of a fight: whose turn it is, drafts saved as they are entered, the stage's clock, focus after an answer.
(() => {
  "use strict";

  const live = document.querySelector(".live");
  const table = () => document.getElementById("table");

  // --- drafts: a tap is saved at once; what the server has is no longer unsaved text ------------------------------------

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig: { elt } } = event.detail; // the detail's own elt is the target
    if (!elt.classList?.contains("chosen") || xhr.status >= 400) return;
    const form = elt.querySelector("form.answer");
    if (form) delete form.dataset.dirty;
  });

  // Whoever follows a link to something else on the table leaves what was open, with what was entered there.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, verb } = event.detail.requestConfig;
    if (verb !== "get" || !elt.matches?.("a[hx-get]") || !table()?.contains(elt)) return;
    for (const form of document.querySelectorAll("#focus form, #add-more form")) delete form.dataset.dirty;
  });

  // A decision that is sent lets go of its form, so that the fresh table can take its place.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (requestConfig.verb === "get" || !elt.closest?.("form")?.matches(".answer, .pick, .kept, .undo, .override")) return;
    if (document.activeElement?.matches("input, select, textarea")) document.activeElement.blur();
  });

  // The eye, the keyboard and the screen reader go on where the next decision is; on the map, with a combatant that is
  // adjusted, and with reinforcements they stay there.
  const ROOMS = { map: "#map", focus: "#focus, .fighter-link", more: "#add-more, .more-link" };
  let room = "";

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (requestConfig.triggeringEvent?.type === "live:changed") return;
    room = Object.keys(ROOMS).find((name) => elt.closest?.(ROOMS[name])) || "";
  });

  function placeOfNext(requestConfig) {
    if (room === "map") return document.getElementById("map-scroll");
    const hand = room === "focus" && document.getElementById("focus");
    if (hand) return hand.querySelector("form.override") || document.getElementById("focus-title");
    const more = room === "more" && document.getElementById("more-title");
    if (more) return more;
    const asked = document.getElementById(`asked-${requestConfig.formData?.get("who") ?? ""}`) || document.querySelector(".asked");
    return asked?.querySelector(".prompt-title") || document.getElementById("table-title");
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    const { elt, requestConfig } = event.detail;
    if (event.target.id !== "table" && elt?.id !== "table") return;
    if (!requestConfig || requestConfig.triggeringEvent?.type === "live:changed" || requestConfig.triggeringEvent?.type === "change") return;
    const next = placeOfNext(requestConfig);
    const seen = room !== "map" && next?.getBoundingClientRect();
    if (seen && (seen.top < 0 || seen.bottom > window.innerHeight)) next.scrollIntoView({ block: room && seen.height < window.innerHeight ? "nearest" : "start" });
    if (document.activeElement && document.activeElement !== document.body && table()?.contains(document.activeElement)) return;
    next?.focus({ preventScroll: true });
  });

  // --- what may be left open can be let go again: a second tap on it -----------------------------------------------------

  let pressed = null;

  const press = (event) => {
    const radio = event.target.closest?.("[data-clears] label")?.querySelector("input[type=radio]");
    pressed = radio?.checked ? radio : null;
  };
  document.addEventListener("pointerdown", press);
  document.addEventListener("keydown", (event) => { if (event.key === " ") press(event); });
  document.addEventListener("click", (event) => {
    if (event.target !== pressed) return;
    pressed.checked = false;
    pressed.dispatchEvent(new Event("change", { bubbles: true }));
    pressed = null;
  });

  // --- an address that is read out or typed elsewhere is shown whole --------------------------------------------------------

  function wholeAddresses() {
    for (const link of document.querySelectorAll(".share-link")) link.textContent = link.href;
  }
  document.addEventListener("htmx:afterSettle", wholeAddresses);
  wholeAddresses();

  // --- your turn --------------------------------------------------------------------------------------------------------

  const title = document.title;
  let turn = table()?.dataset.turn;

  function beep() {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.15, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.5);
    tone.addEventListener("ended", () => context.close());
  }

  function signal() {
    const now = table()?.dataset.turn;
    if (now === undefined) return;
    document.title = now && now !== "next" ? `● ${title}` : title;
    if (now === turn) return;
    turn = now;
    if (!now) return;
    if (live?.dataset.vibration === "1" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(now === "next" ? 60 : [120, 60, 120]);
    if (live?.dataset.sound === "1" && now !== "next" && navigator.userActivation?.hasBeenActive) beep();
  }

  document.addEventListener("htmx:afterSettle", signal);

  // --- the stage's clock, kept by the server ---------------------------------------------------------------------------------

  function tick() {
    for (const timer of document.querySelectorAll("[data-deadline]")) {
      const left = Math.ceil((Date.parse(timer.dataset.deadline) - Date.now()) / 1000);
      const text = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time is up";
      if (timer.textContent !== text) timer.textContent = text;
      timer.classList.toggle("is-late", left <= 0);
    }
  }
  setInterval(tick, 500);

  // --- small things ---------------------------------------------------------------------------------------------------------

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-submits]")) event.target.form.submit();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-print]")) window.print();
  });

  signal();
  tick();
})();
