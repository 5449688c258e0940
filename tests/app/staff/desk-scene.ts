import type { Test } from "tap";
import type { SiteOptions } from "../../setup/site/site.ts";
import { inboxScene } from "../forms/inbox-scene.ts";

/** A member of staff's browser, with the requests it sends and the cookie it keeps. */
class Browser {
  readonly #url: string;
  cookie = "";

  constructor(url: string) {
    this.#url = url;
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { accept: "text/html", cookie: this.cookie, ...init.headers };
    const response = await fetch(this.#url + path, { redirect: "manual", ...init, headers });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(";")[0] ?? "";
    return response;
  }

  get(path: string, headers = {}): Promise<Response> {
    return this.#fetch(path, { headers });
  }

  async text(path: string): Promise<string> {
    return (await this.#fetch(path)).text();
  }

  /** Posts a form in which a name may occur more than once. */
  postAll(path: string, fields: [name: string, value: string][]): Promise<Response> {
    const headers = { "sec-fetch-site": "same-origin" };
    return this.#fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  post(path: string, fields: Record<string, string>, headers = {}): Promise<Response> {
    return this.#fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", ...headers },
    });
  }

  /** Posts a form that takes a file. */
  postFile(path: string, fields: Record<string, string>, file?: Blob): Promise<Response> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set("picture", file ?? new Blob([]), file ? "photo.jpg" : "");
    return this.send(path, form);
  }

  send(path: string, form: FormData): Promise<Response> {
    const headers = { "sec-fetch-site": "same-origin" };
    return this.#fetch(path, { method: "POST", body: form, headers });
  }
}

export const staffBrowser = (url: string): Browser => new Browser(url);

export const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** Returns the fields of the page's event or news form, as a browser would send them. */
export function fieldsIn(html: string): Record<string, string> {
  const form = /<form[^>]*novalidate.*?<\/form>/is.exec(html)?.[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    if (/type="(?:file|checkbox|radio)"/.test(input) && !input.includes("checked")) continue;
    const name = / name="([^"]*)"/.exec(input)?.[1] ?? "";
    fields[name] = unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [, name = "", value = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    fields[name] = unescaped(value);
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = /value="([^"]*)"[^>]* selected/.exec(options)?.[1] ?? "";
  return fields;
}

/** Starts a site with an account for Asha. `signIn` returns a browser in which she is signed in. */
export async function deskScene(
  t: Test,
  env: Record<string, string> = {},
  extra: SiteOptions["extra"] = {},
) {
  const scene = await inboxScene(t, env, extra);
  const { url } = scene.site;
  const linkFor = async (email = "asha@example.org") => {
    const { stdout } = await scene.staff("add", email);
    return new URL(stdout.trim(), url).searchParams.get("link") ?? "";
  };
  const signIn = async (email?: string) => {
    const browser = new Browser(url);
    await browser.post("/staff", { link: await linkFor(email) });
    return browser;
  };
  const get = async (path: string) => (await fetch(url + path)).json();
  return { ...scene, linkFor, signIn, get, browser: () => new Browser(url) };
}
