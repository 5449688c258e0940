import type { Test } from "tap";
import { inboxScene } from "../forms/inbox-scene.ts";

/** What a browser of the staff sends and keeps. */
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

  get(path: string): Promise<Response> {
    return this.#fetch(path);
  }

  async text(path: string): Promise<string> {
    return (await this.#fetch(path)).text();
  }

  post(path: string, fields: Record<string, string>, headers = {}): Promise<Response> {
    return this.#fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", ...headers },
    });
  }
}

/** A site with an account of Asha; `signIn` is a browser in which she is signed in. */
export async function deskScene(t: Test, env: Record<string, string> = {}) {
  const scene = await inboxScene(t, env);
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
