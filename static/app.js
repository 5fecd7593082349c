// The page around the content: theme, keyboard, and a word when a request fails.
(() => {
  "use strict";

  // --- theme -----------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-switch]");
    if (!button) return;
    const next = document.documentElement.dataset.bsTheme === "dark" ? "light" : "dark";
    document.documentElement.dataset.bsTheme = next;
    localStorage.setItem("theme", next);
  });

  // --- keyboard: an element with data-hotkey="u" is clicked by that key; "?" lists those on the page ------------------

  const sheet = document.getElementById("hotkeys");
  const typing = (target) => target.closest?.("input, textarea, select, [contenteditable], dialog[open]") !== null;
  // Enter belongs to the link, button or token that has the focus, as long as it is seen.
  const acting = (target) => target.closest?.("a, button, summary, [tabindex='0']")?.checkVisibility?.() ?? false;

  function labelOf(element) {
    return element.dataset.hotkeyLabel || element.getAttribute("aria-label") || element.textContent.trim();
  }

  function listHotkeys() {
    const rows = [...document.querySelectorAll("[data-hotkey]")].map((element) => {
      const row = document.createElement("tr");
      const key = document.createElement("kbd");
      key.textContent = element.dataset.hotkey;
      row.insertCell().append(key);
      row.insertCell().textContent = labelOf(element);
      return row;
    });
    sheet.querySelector("tbody").replaceChildren(...rows);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    if (event.key === "Enter" && acting(event.target)) return;
    if (event.key === "?" && sheet) {
      listHotkeys();
      sheet.showModal();
      event.preventDefault();
      return;
    }
    const element = [...document.querySelectorAll("[data-hotkey]")].find((candidate) => candidate.dataset.hotkey === event.key);
    if (!element || element.disabled) return;
    event.preventDefault();
    if (element.matches("input:not([type=submit]), textarea, select, summary")) element.focus();
    if (!element.matches("input:not([type=submit]), textarea, select")) element.click();
  });

  // Menus made of <details> close when the focus or a click goes elsewhere, and on Escape.
  const closeMenus = (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  };
  document.addEventListener("click", closeMenus);
  document.addEventListener("focusin", closeMenus);
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // --- a request that fails says so ------------------------------------------------------------------------------

  const REASONS = {
    403: "You may not do that.",
    404: "That is not there any more.",
    405: "That is not possible here.",
    413: "That file is too large.",
    429: "Too many tries. Wait a little.",
  };

  function tell(text) {
    const place = document.getElementById("messages");
    const note = document.createElement("div");
    note.className = "alert alert-danger";
    note.setAttribute("role", "alert");
    note.textContent = text;
    place.replaceChildren(note);
  }

  const asked = (event) => event.detail.requestConfig?.triggeringEvent?.type !== "live:changed";

  document.addEventListener("htmx:responseError", (event) => {
    if (asked(event)) tell(REASONS[event.detail.xhr.status] || "The server could not do that. Nothing was changed.");
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (asked(event)) tell("The server cannot be reached. What you entered is still here: try again.");
  });
})();
