import sanitizeHtml from "sanitize-html";
import { allowedAttributes, keepAttributes } from "./html-attributes.ts";
import { divisionTags, namedTags, readTags, removedTags } from "./html-tags.ts";

/** Deeper tags are removed and their text stays, so that later steps may recurse. */
const maxDepth = 60;

/**
 * HTML with tags that are read and their allowed attributes alone, every text and value escaped. The
 * result is not yet valid: a paragraph may still contain a list, from which a browser would build another
 * tree, and frames and films have a link as their attributes.
 */
export function applyPolicy(
  html: string,
  { baseUrl, onDropped }: { baseUrl: string; onDropped: (tag: string) => void },
): string {
  return sanitizeHtml(html, {
    allowedTags: [...readTags],
    allowedAttributes,
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: [...removedTags],
    nestingLimit: maxDepth,
    parseStyleAttributes: false,
    transformTags: {
      "*": (tag, given) => {
        const attribs = keepAttributes(tag, given, baseUrl);
        const tagName = renameTag(tag, attribs);
        if (!readTags.has(tagName)) onDropped(namedTags.has(tag) ? tag : "other");
        return { tagName, attribs };
      },
    },
  });
}

function renameTag(tag: string, attribs: Record<string, string>): string {
  if (divisionTags.has(tag)) return "div";
  if (tag === "strike") return "s";
  return tag === "a" && attribs.href === undefined ? "span" : tag;
}
