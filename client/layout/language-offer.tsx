import { code, other } from "../../content/words/en/language.json";
import * as words from "../../content/words/en/language-offer.json";
import button from "../components/links/button.module.css";
import { BottomBar } from "./bottom-bar.tsx";

/**
 * Offers the page in Kiswahili to browsers that speak it, on the way in (client/entry-browser.ts). Rendered by the server
 * alone; without scripts header and footer have the link.
 */
export function LanguageOffer({ href }: { href: string }) {
  if (code !== "en") return null;
  return (
    <BottomBar id="language-offer" lang={other.code} close={words.close}>
      <p id="language-offer-text">{words.text}</p>
      <a className={`${button.button} ${button.gold}`} href={href} hrefLang={other.code}>
        {words.read}
      </a>
    </BottomBar>
  );
}
