import { createHash } from "node:crypto";
import { type HttpResponse, headerOf } from "./http-client.ts";
import { neutralText } from "./neutral.ts";

const TEXT = /^(?:text\/(?!css|javascript)|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/;
const TAGS = /(<\/?[a-zA-Z!][^>]*>)/;

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Each tag and each text on a line of its own; stylesheets a line a rule, data as indented JSON. */
function brokenAtTags(html: string): string {
  const parts = html.split(TAGS).filter((part) => part.trim() !== "");
  const lines = parts.map((part, index) => {
    const before = parts[index - 1] ?? "";
    if (before.startsWith("<style")) return part.replaceAll("}", "}\n").trimEnd();
    return before.startsWith("<script") ? prettyJson(part) : part;
  });
  // How many files the scripts are built into is no behaviour: neighbours count once.
  const isRepeated = (line: string, index: number) =>
    line.includes("/assets/[script].js") && line === lines[index - 1];
  return lines.filter((line, index) => !isRepeated(line, index)).join("\n");
}

/** A body as lines that can be compared: texts neutral and broken up, everything else as a digest. */
export function readableBody(response: HttpResponse): string {
  const { body } = response;
  if (body.length === 0) return "";
  const type = headerOf(response, "content-type");
  if (!TEXT.test(type)) {
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
    return `(${body.length} bytes, sha256 ${digest})`;
  }
  const text = neutralText(body.toString());
  if (type.startsWith("text/html")) return brokenAtTags(text);
  return type.includes("json") ? prettyJson(text) : text.trimEnd();
}

/** Of metrics only what they are called and what they mean. */
export const metricNames = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.startsWith("# "))
    .sort()
    .join("\n");
