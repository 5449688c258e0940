import { useMemo } from "react";
import { table } from "../../../content/words/en/article.json";
import * as words from "../../../content/words/en/data-saver.json";
import { code, prefix } from "../../../content/words/en/language.json";
import { fill } from "../../../shared/fill.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { variantUrl } from "../../../shared/model/picture-widths.ts";
import { dataSaver } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import styles from "./rich-text.module.css";

/** The only policy for HTML that the CSP allows (`server/http/headers.ts`). Only sanitised text is passed to it. */
const policy: { createHTML: (html: string) => TrustedHTML } | undefined = Reflect.get(
  globalThis,
  "trustedTypes",
)?.createPolicy("cleaned-html", { createHTML: (html: string) => html });

/** Keeps links within the site in the page's language. */
const linksInLanguage = (html: SafeHtml): string =>
  prefix === ""
    ? html
    : html.replace(/ href="(\/[^"]*)"/g, (_, href: string) => ` href="${siteHref(href)}"`);

/**
 * Wraps each table in a region that scrolls, also by keyboard. The region is named after the table's caption. Without a caption its name
 * is a number in the language of the page, so the table itself is marked with the language of the text.
 */
function inRegions(html: string, language: string | null | undefined): string {
  let count = 0;
  const { lang } = inLanguage(language);
  return html
    .replace(/<table[^>]*>(?:<caption[^>]*>(.*?)<\/caption>)?/gs, (start, caption = "") => {
      const name = caption
        .replace(/<[^>]*>/g, "")
        .replaceAll('"', "&quot;")
        .trim();
      count += 1;
      if (name !== "" || !lang) {
        const label = name || fill(table, { number: count });
        return `<section tabindex="0" aria-label="${label}">${start}`;
      }
      const label = fill(table, { number: count });
      const marked = start.replace("<table", `<table lang="${lang}"`);
      return `<section tabindex="0" aria-label="${label}" lang="${code}">${marked}`;
    })
    .replaceAll("</table>", "</table></section>");
}

/** Matches tags of sanitised HTML, whose values are quoted, with `<` and `>` escaped (server/source/html/sanitise-html.ts). */
const TAG = /<(\/?)(a|img)(?: ([^>]*))?>/g;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;

/**
 * Replaces the pictures in a text by links under data saver. Inside a link, the alternative text of the picture becomes the text of the
 * link.
 */
function leaveImagesOut(html: SafeHtml, language: string | null | undefined): SafeHtml {
  const ours = inLanguage(language).lang ? ` lang="${code}"` : "";
  let isInLink = false;
  return html.replaceAll(TAG, (tag, end: string, name: string, list = "") => {
    if (name === "a") {
      isInLink = end === "";
      return tag;
    }
    const { src, alt = "" } = Object.fromEntries(
      [...list.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, value]),
    );
    if (src === undefined || isInLink) return alt;
    return `<a class="left-out" href="${smallest(src)}"><span${alt ? "" : ours}>${alt || words.undescribed}</span> <small${ours}>${words.showPicture}</small></a>`;
  }) as SafeHtml;
}

const smallest = (src: string) =>
  /\/pictures\/[\w-]+\/\d+\.\w+$/.test(src) ? variantUrl(src, 640, "webp") : src;

type Props = { html: SafeHtml; language?: string | null | undefined };

/** Renders sanitised HTML. No other component uses `dangerouslySetInnerHTML`. */
export function RichText({ html, language }: Props) {
  const shown = import.meta.env.SSR && dataSaver() ? leaveImagesOut(html, language) : html;
  // React sets the HTML again whenever this object changes.
  const trusted = useMemo(() => {
    const own = inRegions(linksInLanguage(shown), language);
    return policy?.createHTML(own) ?? own;
  }, [shown, language]);
  return (
    <div
      className={styles.text}
      {...inLanguage(language)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `SafeHtml` passed the allow-list
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  );
}
