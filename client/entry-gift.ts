/** The time for which a button says that it has copied, long enough to be read. */
const SAID_MS = 4_000;

/** Copies the value of a button, and says so on the button, which has the focus. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: value = "", copied = "" } = button.dataset;
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // The clipboard needs https, or was refused: the value is selected, so that the keyboard or a long press copies it.
    button.parentElement?.querySelector("textarea")?.select();
    return;
  }
  const { textContent: text, ariaLabel } = button;
  if (text === copied) return;
  button.textContent = copied;
  button.removeAttribute("aria-label");
  setTimeout(() => {
    button.textContent = text;
    button.ariaLabel = ariaLabel;
  }, SAID_MS);
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button?.dataset.copy !== undefined) void copy(button);
});
