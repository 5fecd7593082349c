// Keeps a page up to date. A page has one container:
//
//   <div data-live="/live/..." data-version="12"> ... sections ... </div>
//   <section id="order" hx-get="..." hx-trigger="live:changed from:closest [data-live]" hx-swap="morph:outerHTML">
//
// A section that says its data-version is not read again for a version that it shows already.
//
// While the tab is visible one stream is open (browsers allow six connections to a server, so hidden tabs give theirs
// up). News, a reconnect, waking up and coming online all end in "live:changed" on the container unless the server
// says that nothing was missed. The version counts as held only once every section has been read again.
(() => {
  "use strict";

  const FIRST_WAIT = 500;
  const LONGEST_WAIT = 10000;
  const SILENCE = 40000; // the server says something every 15 s; after this the line is dead
  const TICK = 5000;

  const container = document.querySelector("[data-live]");
  if (!container) return;
  const status = document.getElementById("live-status");

  let source = null;
  let timer = 0;
  let wait = FIRST_WAIT;
  let held = container.dataset.version || "";
  let heard = Date.now();
  let reading = { version: "", running: 0, failed: false, overtaken: false };
  let awaited = 0; // a person's own requests under way
  let wanted = ""; // the version to be read when nothing is under way any more

  function say(text) {
    if (status && status.textContent !== text) status.textContent = text;
    container.dataset.liveState = text ? "behind" : "current";
  }

  function open() {
    clearTimeout(timer);
    if (source || document.hidden) return;
    heard = Date.now();
    source = new EventSource(`${container.dataset.live}?have=${encodeURIComponent(held)}`);
    source.addEventListener("changed", (event) => hear(() => read(event.data)));
    source.addEventListener("current", () => hear(() => say("")));
    source.addEventListener("beat", () => hear(() => {}));
    source.addEventListener("reload", () => { close(); reload(); });
    source.addEventListener("error", () => { close(); again(); });
  }

  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function hear(then) {
    heard = Date.now();
    wait = FIRST_WAIT;
    then();
  }

  // Try again without end, at growing but capped intervals, not all viewers at the same moment.
  function again() {
    if (document.hidden) return;
    say(navigator.onLine ? "Reconnecting…" : "Offline. Waiting for the network…");
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function wake() {
    close();
    wait = FIRST_WAIT;
    if (document.hidden) return;
    say("Catching up…");
    open();
  }

  // A stream ends for good when its address is too old or its holder was dropped. The page knows what to show now.
  function reload() {
    const last = Number(sessionStorage.getItem("live-reload") || 0);
    if (document.querySelector("form[data-dirty]") || Date.now() - last < TICK) {
      say("This page is out of date. Reload it when you are ready.");
      return;
    }
    sessionStorage.setItem("live-reload", String(Date.now()));
    location.reload();
  }

  // News never comes between a person's request and its answer: the answer is newer, and what waits for it stays in place.
  function read(version) {
    if (isBusy()) {
      wanted = version;
      return;
    }
    wanted = "";
    reading = { version, running: 0, failed: false, overtaken: false };
    container.dispatchEvent(new CustomEvent("live:changed", { detail: { version } }));
    if (reading.running === 0) settled();
    else say("Catching up…");
  }

  function settled() {
    if (reading.failed) {
      close();
      again();
      return;
    }
    if (reading.overtaken) wanted ||= reading.version;
    else hold(reading.version);
    catchUp();
  }

  function hold(version) {
    held = version === "0" ? "" : version;
    say("");
  }

  function catchUp() {
    if (!wanted || isBusy()) return;
    if (!isShown(wanted)) {
      read(wanted);
      return;
    }
    hold(wanted);
    wanted = "";
  }

  // A section that has just come hears nothing until htmx has settled it.
  const isSettling = () => container.querySelector(".htmx-added, .htmx-settling") !== null;
  const isBusy = () => awaited > 0 || reading.running > 0 || isSettling();
  const sections = () => [...container.querySelectorAll('[hx-trigger*="live:changed"]')];
  const isShown = (version) => version !== "0" && sections().every((section) => Number(section.dataset.version || 0) >= Number(version));
  const isOurs = (event) => event.detail.requestConfig?.triggeringEvent?.type === "live:changed";

  // The end of a request is heard from the request itself: htmx tells it to the element that asked, which may be gone.
  document.addEventListener("htmx:beforeSend", (event) => {
    const { detail } = event;
    const round = reading;
    const ours = isOurs(event);
    if (ours) round.running += 1;
    else awaited += 1;
    if (!ours && round.running > 0) round.overtaken = true;
    detail.xhr.addEventListener("loadend", () => {
      if (!ours) {
        awaited -= 1;
        catchUp();
        return;
      }
      round.running -= 1;
      if (!detail.successful) round.failed = true;
      if (round.running === 0) settled();
    });
  });

  document.addEventListener("htmx:afterSettle", catchUp);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isOurs(event) && reading.overtaken) event.detail.shouldSwap = false;
  });

  // A form that was being edited stayed as it was; when it is let go, bring the page up to date.
  document.addEventListener("forms:released", () => read(held || "0"));

  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else wake(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => say("Offline. Waiting for the network…"));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });

  // A machine that slept wakes with a dead line and no event to say so.
  let ticked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const slept = now - ticked > 4 * TICK;
    ticked = now;
    if (!document.hidden && source && (slept || now - heard > SILENCE)) wake();
  }, TICK);

  open();
})();
