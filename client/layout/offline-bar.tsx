import * as words from "../../content/words/en/footer.json";
import { line } from "../../content/words/en/offline.json";
import button from "../components/links/button.module.css";
import { siteHref } from "../format/site-href.ts";
import { BottomBar } from "./bottom-bar.tsx";

/**
 * Shown when a page cannot be loaded for lack of a network (client/router/load-page.ts). Rendered by the
 * server alone: without scripts the browser says so itself.
 */
export function OfflineBar() {
  return (
    <BottomBar id="offline" close={words.close}>
      <p id="offline-text">
        <strong>{words.offline}</strong>
        {` ${words.pageStays}`}
      </p>
      <a className={`${button.button} ${button.gold}`} href={siteHref("/")}>
        {words.tryAgain}
      </a>{" "}
      <a href={siteHref("/offline")} hidden>
        {line.list}
      </a>
    </BottomBar>
  );
}
