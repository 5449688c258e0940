/** The beginning of every key: what was typed into a form of the desk stands under the address of the form. */
const PREFIX = "desk-draft:";

/** How long a button waits after a press: where the browser was stopped meanwhile, it can be pressed again. */
const UNDER_WAY_MS = 10_000;

interface Draft {
  /** The e-mail address of the writer: nobody else gets it back. */
  owner: string;
  /** By their names, as they stand in the form. */
  fields: Record<string, string | boolean>;
  /** Its form was sent, and nothing is known of the result. */
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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Every control with a value of its own; a file cannot be kept. */
const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>("input, select, textarea")].filter(
    ({ name, type }) => name !== "" && type !== "file",
  );

function fieldsOf(form: HTMLFormElement): Draft["fields"] {
  const fields: Draft["fields"] = {};
  for (const control of controlsOf(form))
    fields[control.name] = isBox(control) ? control.checked : control.value;
  const file = form.querySelector<HTMLInputElement>("input[type=file]");
  // The form asks for it again.
  if (file?.files?.length) fields.asked = "1";
  return fields;
}

function fillIn(form: HTMLFormElement, fields: Draft["fields"]): void {
  for (const control of controlsOf(form)) {
    const value = fields[control.name];
    if (isBox(control)) control.checked = value === true;
    else if (typeof value === "string") control.value = value;
  }
}

/** Asks before the page is left. */
const warn = (event: Event) => event.preventDefault();

/** Keeps what somebody types in this browser, and brings it back when the same form is opened again. */
function keepTyped(form: HTMLFormElement, note: HTMLElement): void {
  // Not `form.action`: the buttons of the form have that name.
  const [address = ""] = (form.getAttribute("action") ?? "").split("?");
  const key = PREFIX + address;
  const stored = readDraft(key);
  // Nobody is signed in on a page that came back after the end of a session.
  const owner = form.dataset.owner || stored?.owner || "";
  const keep = (isSent: boolean) => {
    if (owner === "") return;
    const draft: Draft = { owner, fields: fieldsOf(form), isSent };
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // The browser stores no more; the question before the page is left remains.
    }
  };
  const change = () => {
    keep(false);
    addEventListener("beforeunload", warn);
  };
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    removeEventListener("beforeunload", warn);
    keep(true);
  });
  note.querySelector("button")?.addEventListener("click", () => {
    removeEventListener("beforeunload", warn);
    localStorage.removeItem(key);
    location.replace(address);
  });
  // The form that comes back is newer than the draft.
  if (form.dataset.typed !== undefined) change();
  else if (stored !== null && stored.owner === owner) {
    fillIn(form, stored.fields);
    note.hidden = false;
    change();
  }
}

/** A second press of a button, while the first one is under way, sends nothing. */
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
      // Only then: a disabled button would not be sent with the form.
      setTimeout(() => setUnderWay(form, true));
      setTimeout(() => setUnderWay(form, false), UNDER_WAY_MS);
    },
    // Before the form itself hears of it.
    true,
  );
  // The page comes back as it was left.
  addEventListener("pageshow", () => {
    for (const form of [...underWay]) setUnderWay(form, false);
  });
}

function begin(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-owner]");
  const note = document.getElementById("restored");
  const { owner = "" } = form?.dataset ?? {};
  const { drafts } = document.querySelector<HTMLElement>("[data-drafts]")?.dataset ?? {};
  sendOnce();
  // All when somebody has signed out; what was taken; and what somebody else has left behind on this computer.
  removeDrafts((draft) => {
    const isOther = owner !== "" && draft?.owner !== owner;
    return drafts === "drop" || (drafts === "taken" && draft?.isSent === true) || isOther;
  });
  if (form !== null && note !== null) keepTyped(form, note);
}

begin();
