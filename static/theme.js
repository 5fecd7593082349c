// Sets light or dark before anything is painted: the person's choice, else what the system prefers.
(() => {
  "use strict";
  const chosen = localStorage.getItem("theme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.bsTheme = dark ? "dark" : "light";
})();
