// Sets light or dark before anything is painted: what the account says, else this device's choice, else the system's.
(() => {
  "use strict";
  const root = document.documentElement;
  const chosen = [root.dataset.choice, localStorage.getItem("theme")].find((choice) => choice === "dark" || choice === "light");
  root.dataset.bsTheme = chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
})();
