import sanitizeHtml from "sanitize-html";
import { allowedAttributes, keepAttributes } from "./html-attributes.ts";
import { blockTags, dividingTags, inlineTags, silentTags, voidTags } from "./html-tags.ts";

const allowedTags = [...new Set([...blockTags, ...inlineTags, ...voidTags])];

/** Deeper tags are left out (their text stays), so that what walks the result may recurse. */
const maxDepth = 60;

/**
 * HTML with the tags and attributes of the allow-list alone, every text and value escaped. The
 * result is safe to print but not yet sound: a paragraph may still hold a list, which a browser
 * would read as something else.
 */
export function applyPolicy(html: string, baseUrl: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes,
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: [...silentTags],
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
  if (dividingTags.has(tag)) return "div";
  if (tag === "strike") return "s";
  return tag === "a" && attribs.href === undefined ? "span" : tag;
}
