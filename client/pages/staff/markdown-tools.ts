import {
  buttons,
  name as nameOfTools,
  sample,
} from "../../../content/words/en/markdown-tools.json";
import { changeFor, type Mark } from "./markdown-marks.ts";

/**
 * The shortcut of each mark, with Ctrl (on a Mac: Cmd). `pressed` is the letter on the key, or the `KeyboardEvent.code` of a digit,
 * because Shift turns a digit into another sign.
 */
const SHORTCUTS: Readonly<Record<Mark, { pressed: string; shift: boolean; keys: string }>> = {
  bold: { pressed: "b", shift: false, keys: "Control+B" },
  heading: { pressed: "Digit2", shift: true, keys: "Control+Shift+2" },
  list: { pressed: "Digit8", shift: true, keys: "Control+Shift+8" },
  link: { pressed: "k", shift: false, keys: "Control+K" },
  picture: { pressed: "Digit9", shift: true, keys: "Control+Shift+9" },
};

/** Inserts a mark as if it were typed, so that the browser can undo it. */
function insert(field: HTMLTextAreaElement, mark: Mark): void {
  const { value, selectionStart, selectionEnd } = field;
  const change = changeFor(mark, { value, start: selectionStart, end: selectionEnd }, sample);
  field.focus();
  field.setSelectionRange(change.start, change.end);
  // Nothing else keeps what the browser can undo.
  if (!document.execCommand("insertText", false, change.text)) {
    field.setRangeText(change.text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(change.selectFrom, change.selectTo);
}

function addTools(field: HTMLTextAreaElement): void {
  const tools = document.createElement("div");
  tools.dataset.markdownTools = "";
  tools.setAttribute("role", "group");
  const label = field.labels[0]?.textContent ?? "";
  tools.setAttribute(
    "aria-label",
    nameOfTools.replace("{label}", () => label),
  );
  for (const [mark, text] of Object.entries(buttons) as [Mark, string][]) {
    const { keys } = SHORTCUTS[mark];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.title = keys.replace("Control", "Ctrl");
    button.setAttribute("aria-keyshortcuts", `${keys} ${keys.replace("Control", "Meta")}`);
    button.addEventListener("click", () => insert(field, mark));
    tools.append(button);
  }
  field.before(tools);
  field.addEventListener("keydown", (event) => {
    // AltGr is Ctrl and Alt on some keyboards, and types a letter.
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return;
    for (const [mark, { pressed, shift }] of Object.entries(SHORTCUTS)) {
      const isPressed = event.key.toLowerCase() === pressed || event.code === pressed;
      if (!isPressed || event.shiftKey !== shift) continue;
      event.preventDefault();
      insert(field, mark as Mark);
    }
  });
}

/**
 * Gives every `<textarea data-markdown>` a toolbar and keyboard shortcuts that insert the marks of Markdown. The page must
 * include `markdown-tools.css`. Without scripts, there is no toolbar.
 */
export function addMarkdownTools(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-markdown]"))
    addTools(field);
}
