import sanitizeHtml from "sanitize-html";
import { allowedAttributes, keepAttributes } from "./html-attributes.ts";
import { allowedTags, divisionTags, removedTags } from "./html-tags.ts";

/** Deeper tags are removed and their text stays, so that later steps may recurse. */
const maxDepth = 60;

/**
 * HTML with allowed tags and attributes alone, every text and value escaped. The result is safe but
 * not yet valid: a paragraph may still contain a list, from which a browser would build another
 * tree.
 */
export function applyPolicy(html: string, baseUrl: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
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
        return { tagName: renameTag(tag, attribs), attribs };
      },
    },
  });
}

function renameTag(tag: string, attribs: Record<string, string>): string {
  if (divisionTags.has(tag)) return "div";
  if (tag === "strike") return "s";
  return tag === "a" && attribs.href === undefined ? "span" : tag;
}
