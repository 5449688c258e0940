import button from "../components/links/button.module.css";

/**
 * Shown when a page cannot be loaded for lack of a network (client/router/load-page.ts). Rendered by the
 * server alone: without scripts the browser says so itself.
 */
export function OfflineBar() {
  return (
    <dialog id="offline" className="offline-bar" aria-labelledby="offline-text">
      <p id="offline-text">
        <strong>You seem to be offline.</strong> The page could not be loaded, so this one stays.
      </p>
      <a className={`${button.button} ${button.gold}`} href="/">
        Try again
      </a>
      <form method="dialog">
        <button type="submit" aria-label="Close">
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </dialog>
  );
}
