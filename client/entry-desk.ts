import { addMarkdownTools } from "./pages/staff/markdown-tools.ts";

/** The prefix of every key. The text typed into a form of the desk is stored under the address of the form. */
const PREFIX = "desk-draft:";

/** The time for which a pressed button is disabled. A user who has stopped the browser meanwhile can then press it again. */
const UNDER_WAY_MS = 10_000;

/** The pause after the last key before typed text is sent to the server, which keeps it until it is saved. */
const KEPT_AFTER_MS = 5_000;

interface Draft {
  /** The e-mail address of the writer. Nobody else gets the draft back. */
  owner: string;
  /** The values of the controls, by the names in the form. */
  fields: Record<string, string | boolean>;
  /** Set once the form was sent, while the result is unknown. */
  isSent: boolean;
}

const keysOfDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function removeDrafts(isOver: (draft: Draft | null) => boolean): void {
  for (const key of keysOfDrafts()) if (isOver(readDraft(key))) localStorage.removeItem(key);
}

const isBox = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "checkbox";

const isRadio = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "radio";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns every control with a value of its own, except a file, which cannot be stored. */
const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>("input, select, textarea")].filter(
    ({ name, type }) => name !== "" && type !== "file",
  );

function fieldsOf(form: HTMLFormElement): Draft["fields"] {
  const fields: Draft["fields"] = {};
  for (const control of controlsOf(form))
    if (!isRadio(control) || control.checked)
      fields[control.name] = isBox(control) ? control.checked : control.value;
  const file = form.querySelector<HTMLInputElement>("input[type=file]");
  // The form asks for the file again.
  if (file?.files?.length) fields.asked = "1";
  return fields;
}

function fillIn(form: HTMLFormElement, fields: Draft["fields"]): void {
  for (const control of controlsOf(form)) {
    const value = fields[control.name];
    if (isBox(control)) control.checked = value === true;
    else if (isRadio(control)) control.checked = value === control.value;
    else if (typeof value === "string") control.value = value;
  }
}

/** Sends typed text of a stored entry to the server, so that the writer finds it on another device. Nothing is published. */
function sendTyped(form: HTMLFormElement, address: string): void {
  const body = new FormData(form);
  for (const [name, value] of [...body]) if (value instanceof File) body.delete(name);
  body.set("action", "keep");
  // The text is in this browser as well. The next pause sends it again.
  void fetch(address, { method: "POST", body }).catch(() => {});
}

/** Asks for confirmation before the page is left. */
const warn = (event: Event) => event.preventDefault();

/** Stores typed text in this browser, and restores the text when the same form is opened again. */
function keepTyped(form: HTMLFormElement, note: HTMLElement): void {
  // `form.action` would be a button, because the buttons of the form have that name.
  const [address = ""] = (form.getAttribute("action") ?? "").split("?");
  const key = PREFIX + address;
  const stored = readDraft(key);
  // On a form that is shown again after the session ended, nobody is signed in, so the owner is that of the draft.
  const owner = form.dataset.owner || stored?.owner || "";
  const keep = (isSent: boolean) => {
    if (owner === "") return;
    const draft: Draft = { owner, fields: fieldsOf(form), isSent };
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // The browser refuses to store more. The question before the page is left remains.
    }
  };
  let sending: ReturnType<typeof setTimeout> | undefined;
  const change = () => {
    keep(false);
    addEventListener("beforeunload", warn);
    if (form.dataset.keeps === undefined) return;
    clearTimeout(sending);
    sending = setTimeout(() => sendTyped(form, address), KEPT_AFTER_MS);
  };
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    removeEventListener("beforeunload", warn);
    clearTimeout(sending);
    keep(true);
  });
  note.querySelector("button")?.addEventListener("click", () => {
    removeEventListener("beforeunload", warn);
    localStorage.removeItem(key);
    location.replace(address);
  });
  // A form that is shown again with typed text is newer than the draft.
  if (form.dataset.typed !== undefined) change();
  else if (stored !== null && stored.owner === owner) {
    fillIn(form, stored.fields);
    note.hidden = false;
    // The server offers the same text.
    document.getElementById("typed")?.remove();
    change();
  }
}

/** Shows the number of characters below each text field with a limit. */
function countCharacters(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-max]")) {
    const note = field.closest(".stack")?.querySelector<HTMLElement>("[data-count]");
    if (!note) continue;
    const { count = "" } = note.dataset;
    const max = Number(field.dataset.max);
    const numbers = new Intl.NumberFormat("en");
    const show = () => {
      const used = field.value.length;
      note.textContent = count
        .replace("{count}", numbers.format(used))
        .replace("{max}", numbers.format(max));
      note.toggleAttribute("data-over", used > max);
    };
    field.addEventListener("input", show);
    show();
  }
}

/** Chooses "At a time" for a story as soon as somebody gives the time. */
function choosePublication(): void {
  const time = document.querySelector<HTMLInputElement>("[name=at]");
  const later = document.querySelector<HTMLInputElement>("[name=when][value=at]");
  time?.addEventListener("input", () => {
    if (later !== null && time.value !== "") later.checked = true;
  });
}

/** Ignores a second press of a button while the first one is in progress. */
function sendOnce(): void {
  const underWay = new Set<HTMLFormElement>();
  const setUnderWay = (form: HTMLFormElement, isUnderWay: boolean) => {
    if (isUnderWay) underWay.add(form);
    else underWay.delete(form);
    for (const button of form.querySelectorAll("button")) button.disabled = isUnderWay;
  };
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (underWay.has(form)) {
        event.preventDefault();
        return;
      }
      underWay.add(form);
      // The buttons are disabled after the submit, because a disabled button would not be sent with the form.
      setTimeout(() => setUnderWay(form, true));
      setTimeout(() => setUnderWay(form, false), UNDER_WAY_MS);
    },
    // The listener captures the event, so that it runs before those of the form itself.
    true,
  );
  // The browser may bring the page back as it was left, with disabled buttons.
  addEventListener("pageshow", () => {
    for (const form of [...underWay]) setUnderWay(form, false);
  });
}

function begin(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-owner]");
  const note = document.getElementById("restored");
  const { owner = "" } = form?.dataset ?? {};
  const { drafts } = document.querySelector<HTMLElement>("[data-drafts]")?.dataset ?? {};
  addMarkdownTools();
  choosePublication();
  sendOnce();
  // Removes all drafts after a sign-out, a sent draft that was accepted, and drafts that somebody else left on this computer.
  removeDrafts((draft) => {
    const isOther = owner !== "" && draft?.owner !== owner;
    return drafts === "drop" || (drafts === "taken" && draft?.isSent === true) || isOther;
  });
  if (form !== null && note !== null) keepTyped(form, note);
  // After the stored text is back.
  countCharacters();
}

begin();
