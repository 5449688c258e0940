import type { ReactNode } from "react";
import * as footerWords from "../../content/words/en/footer.json";
import { code, other } from "../../content/words/en/language.json";
import * as words from "../../content/words/en/language-offer.json";
import { line } from "../../content/words/en/offline.json";
import button from "../components/links/button.module.css";
import { siteHref } from "../format/hrefs.ts";
import { SiteFooter } from "./site-footer.tsx";

interface Props {
  id: string;
  /** The language of its text, where that is not the language of the page. */
  lang?: string;
  /** The name of the button that closes it. */
  close: string;
  /** Begins with an element of the id `{id}-text`, its name. */
  children: ReactNode;
}

/** A bar at the bottom of the window that a script opens; it closes without one. Rendered by the server alone. */
function BottomBar({ id, lang, close, children }: Props) {
  return (
    <dialog id={id} className="offline-bar deep" lang={lang} aria-labelledby={`${id}-text`}>
      {children}
      <form method="dialog">
        <button type="submit" className="close" aria-label={close}>
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </dialog>
  );
}

/**
 * Offers the page in Kiswahili to browsers that speak it, on the way in (client/entry-browser.ts). Rendered by the server
 * alone; without scripts header and footer have the link.
 */
function LanguageOffer({ href }: { href: string }) {
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

/**
 * Shown when a page cannot be loaded for lack of a network (client/router/browser-router.tsx). Rendered by the
 * server alone: without scripts the browser says so itself.
 */
function OfflineBar() {
  return (
    <BottomBar id="offline" close={footerWords.close}>
      <p id="offline-text">
        <strong>{footerWords.offline}</strong>
        {` ${footerWords.pageStays}`}
      </p>
      <a className={`${button.button} ${button.gold}`} href={siteHref("/")}>
        {footerWords.tryAgain}
      </a>{" "}
      <a href={siteHref("/offline")} hidden>
        {line.list}
      </a>
    </BottomBar>
  );
}

interface AfterRootProps {
  now: string;
  /** The same page in the other language. */
  switchHref: string;
  /** Under data saver: docs/decisions/0060. */
  savesData: boolean;
}

/** What stands after `#root` on every page: rendered by the server, never hydrated. */
export function AfterRoot({ now, switchHref, savesData }: AfterRootProps) {
  return (
    <>
      <SiteFooter now={now} switchHref={switchHref} savesData={savesData} />
      {!savesData && (
        <>
          <OfflineBar />
          <LanguageOffer href={switchHref} />
        </>
      )}
    </>
  );
}
