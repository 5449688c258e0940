import { staffBrowser, unescaped } from "./desk-scene.ts";

/** A form of the desk, as a browser holds it. */
export interface OpenForm {
  action: string;
  fields: Record<string, string>;
}

/** Returns the main form of a page of the website's desk: the one with the texts. */
function readForm(html: string): OpenForm {
  const forms = html.match(/<form[^>]*>[\s\S]*?<\/form>/g) ?? [];
  const [form = ""] = forms
    .filter((one) => one.includes('name="base"'))
    .toSorted((one, other) => other.length - one.length);
  const fields: Record<string, string> = {};
  const valueIn = (tag: string) => unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? "");
  for (const [tag, name = ""] of form.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g))
    if (!tag.includes('type="file"')) fields[name] = valueIn(tag);
  for (const [, name = "", text = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g,
  ))
    fields[name] = unescaped(text);
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    const chosen = /<option[^>]*selected[^>]*>/.exec(options)?.[0];
    const first = /<option[^>]*>/.exec(options)?.[0] ?? "";
    fields[name] = valueIn(chosen ?? first);
  }
  const action = / action="([^"]*)"/.exec(form)?.[1] ?? "";
  return { action, fields };
}

/** A browser in which a member of staff is signed in, with the forms of the website. */
export function formBrowser(url: string, cookie: string) {
  const browser = staffBrowser(url);
  browser.cookie = cookie;
  const send = ({ action, fields }: OpenForm, changes: Record<string, string>) =>
    browser.post(action, { ...fields, ...changes });
  return {
    signIn: (other: string) => {
      browser.cookie = other;
    },
    text: (path: string) => browser.text(path),
    post: (path: string, fields: Record<string, string>) => browser.post(path, fields),
    open: async (path: string) => readForm(await browser.text(path)),
    send,
    /** Sends a form that comes back, as one does after a button of a list. */
    again: async (form: OpenForm, changes: Record<string, string>) =>
      readForm(await (await send(form, changes)).text()),
    sendFile: (
      { action, fields }: OpenForm,
      changes: Record<string, string>,
      name: string,
      file: Blob,
    ) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ ...fields, ...changes }))
        form.set(field, value);
      form.set(name, file, "photo.jpg");
      return browser.send(action, form);
    },
  };
}
