/** A tag, which is kept, or a text in brackets: `[gallery]`. `[[gallery]]` is an escaped shortcode for readers. */
const TAG_OR_BRACKETS = /<[^<>]*>|(?<!\[)\[([^[\]]*)\]/g;

/** The name at the start of a shortcode, in lower case and followed by a space or the end: `vc_row`, `/caption`, `gallery ids="1,2"`. */
const NAME = /^\/?([a-z][\w-]{0,60})(?=\s|$)/;
const END = /\[\/([a-z][\w-]{0,60})\]/g;

/** A quoted attribute: `ids="1,2"`, or with the quotes that WordPress prints, `id=&#8221;12&#8221;` and `id=”12”`. */
const QUOTED_ATTRIBUTE =
  /(?:^|\s)[a-z][\w-]*=(?:["'“”„″‘’′]|&(?:quot|[lr]dquo|#\d{2,5}|#x[\da-f]{2,5});)/i;
/** Attributes without quotes and nothing else: `id=12 columns=4`. */
const PLAIN_ATTRIBUTES = /^(?:[a-z][\w-]*=[^\s"'=]+(?:\s+|$))+$/i;

/** The shortcodes that may have neither attributes nor an end. Any name with an underscore may do without both too. */
const BARE = new Set(["gallery", "embed", "caption", "playlist", "contact-form-7"]);

/** The shortcodes that name a film or a sound: `[youtube https://youtu.be/x]`, `[video mp4="https://…"]`. */
const MEDIA = /^(?:wp_)?(?:embed|video|audio|youtube|vimeo|soundcloud|media)/;
/** An address in the text of a shortcode: `https://youtu.be/abc`, `http://a.example/?b=1&amp;c=2`. */
const ADDRESS = /https?:\/\/(?:[^\s"'<>“”″&]|&amp;)+/;

/** The caption of a picture, which old articles have as an attribute. Examples: `caption="The new tap"`, `caption='The new tap'`. */
const CAPTION = /\bcaption=(?:"([^"]*)"|'([^']*)')/;

/** Removes shortcodes and keeps the text between them. `[1]`, `[sic]`, `[Asha]` and the like stay. */
export function withoutShortcodes(html: string): string {
  if (!html.includes("[")) return html;
  const ended = new Set(Array.from(html.matchAll(END), ([, name]) => name));
  return html.replace(TAG_OR_BRACKETS, (whole: string, inner: string | undefined) => {
    const given = inner?.trim().replace(/\/$/, "") ?? "";
    const [start, name] = NAME.exec(given) ?? [];
    if (start === undefined || name === undefined) return whole;
    if (start.startsWith("/")) return "";
    const attributes = given.slice(start.length).trim();
    const [address] = (MEDIA.test(name) && ADDRESS.exec(attributes)) || [];
    if (address !== undefined) return `<iframe src="${address}"></iframe>`;
    if (!isShortcode(name, attributes, ended.has(name))) return whole;
    const [, caption, otherCaption] = CAPTION.exec(attributes) ?? [];
    return caption ?? otherCaption ?? "";
  });
}

function isShortcode(name: string, attributes: string, isEnded: boolean): boolean {
  const isName = isEnded || BARE.has(name) || name.includes("_");
  if (attributes === "") return isName;
  if (QUOTED_ATTRIBUTE.test(attributes)) return true;
  return (isName || name.includes("-")) && PLAIN_ATTRIBUTES.test(attributes);
}
