import { code, other } from "../../content/words/en/language.json";
import * as words from "../../content/words/en/language-offer.json";
import button from "../components/links/button.module.css";

/**
 * Offers the page in Kiswahili to browsers that speak it, on the way in (client/entry-browser.ts). Rendered by the server
 * alone; without scripts header and footer have the link.
 */
export function LanguageOffer({ href }: { href: string }) {
  if (code !== "en") return null;
  return (
    <dialog
      id="language-offer"
      className="offline-bar"
      lang={other.code}
      aria-labelledby="language-offer-text"
    >
      <p id="language-offer-text">{words.text}</p>
      <a className={`${button.button} ${button.gold}`} href={href} hrefLang={other.code}>
        {words.read}
      </a>
      <form method="dialog">
        <button type="submit" aria-label={words.close}>
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </dialog>
  );
}
