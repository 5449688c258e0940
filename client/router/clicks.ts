import { isPlainClick } from "../components/links/link.tsx";
import { isInServedHtml } from "../data/queries.ts";
import { navigate } from "../navigation.ts";
import { loadPage } from "./load-page.ts";

/** Opens the device's share sheet at once: a browser allows sharing only for a moment after the click. */
function share(): void {
  const title = document.querySelector("h1")?.textContent ?? "";
  const url = document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href;
  // Rejects when the visitor cancels.
  navigator.share({ title, url }).catch(() => {});
}

/** Does what a button in the server's HTML says in its `data-does`. */
function press(button: HTMLElement): void {
  if (button.dataset.does === "share") share();
  else
    void import("../components/media/show-map.ts")
      .then(({ showMap }) => showMap(button))
      .catch(() => {});
}

/** Records a click on a card. The code is loaded with the first click, and tracking errors are ignored (spec section 8). */
const track = (link: HTMLAnchorElement) =>
  void import("../tracking/clicks.ts").then(({ trackCard }) => trackCard(link)).catch(() => {});

/** Follows a link that React does not render (in the footer, in the server's HTML, in a bar), or one that loads the document. */
function follow(event: MouseEvent, link: HTMLAnchorElement): void {
  if (event.defaultPrevented || link.origin !== location.origin) return;
  const { pathname, search } = location;
  const isFragment = link.hash !== "" && link.pathname === pathname && link.search === search;
  if (isFragment) history.replaceState({ ...history.state, top: scrollY }, "");
  if (!isPlainClick(event, link) || isFragment) return;
  // Safari does not focus a link on click, and focus must return to this link after Back.
  link.focus();
  const isServed = link.closest("footer") !== null || isInServedHtml(link);
  if (!isServed && !link.closest("dialog") && navigator.onLine) return;
  event.preventDefault();
  // A filter leaves scroll position and focus where they are.
  const state = link.closest("[data-filter]") ? { stay: true } : null;
  if (isServed) navigate(link.href, { state });
  else void loadPage(link.href);
}

function clicked(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("[data-does]");
  if (button) press(button);
  const link = event.target.closest("a");
  if (!link) return;
  if (link.dataset.id) track(link);
  follow(event, link);
}

/** Listens for the clicks that no component of React handles. Returns a function that ends it. */
export function listenForClicks(): () => void {
  document.addEventListener("click", clicked);
  document.documentElement.toggleAttribute("data-shares", "share" in navigator);
  return () => document.removeEventListener("click", clicked);
}
