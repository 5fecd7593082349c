// A button that copies a field: <button data-copy="#link" hidden>. Over plain HTTP the clipboard's own interface is
// missing, so the text is selected and copied the old way.
(() => {
  "use strict";

  async function copy(field) {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(document.querySelector(button.dataset.copy));
      button.textContent = "Copied";
    });
  }
})();
