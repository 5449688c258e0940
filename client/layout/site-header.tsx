import { type ComponentProps, useEffect, useRef, useState } from "react";
import * as words from "../../content/words/en/header.json";
import { other, prefix } from "../../content/words/en/language.json";
import { label } from "../../content/words/en/search-field.json";
import type { SiteFrame } from "../../shared/content/documents.ts";
import { fill } from "../../shared/fill.ts";
import { Link } from "../components/links/link.tsx";
import { useRequest } from "../data/request-context.ts";
import { pagePath } from "../format/hrefs.ts";
import { useLocation } from "../navigation.ts";
import { matchSite, type SiteMatch, switchHref } from "../router/match-route.ts";
import "./site-header.css";

/** Links to the same page in the other language. The choice is not stored, and the browser loads the document (docs/decisions/0058). */
export const LanguageSwitch = (link: ComponentProps<"a">) => (
  <a {...link} hrefLang={other.code} lang={other.code}>
    {other.name}
  </a>
);

/** Returns false before Chrome 114, Firefox 125 and Safari 17, where the menu is a plain list. */
const hasPopover = () => CSS.supports("selector(:popover-open)");

/** Adds the behaviour that a popover lacks: the page behind does not scroll, Tab stays inside, and a link closes the menu. */
function useSideMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const lastKey = useRef(key);

  // A link closes the menu. A menu that was opened before hydration stays open.
  useEffect(() => {
    const wasOpen = hasPopover() && menu.current?.matches(":popover-open");
    if (wasOpen && lastKey.current !== key) menu.current?.hidePopover();
    lastKey.current = key;
  }, [key]);

  useEffect(() => {
    const panel = menu.current;
    const opener = button.current;
    if (!panel || !opener || !hasPopover()) return;

    const behind = () => document.querySelectorAll<HTMLElement>("main, body footer");
    const settle = (opened: boolean) => {
      for (const part of behind()) part.inert = opened;
      setOpen(opened);
    };
    const toggled = (event: ToggleEvent) => settle(event.newState === "open");
    const goRound = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || !panel.matches(":popover-open")) return;
      const ring: (Element | null)[] = [opener, ...panel.querySelectorAll("a, form *")];
      const at = ring.indexOf(document.activeElement);
      const next = ring[(at + (event.shiftKey ? -1 : 1) + ring.length) % ring.length];
      event.preventDefault();
      if (next instanceof HTMLElement) next.focus();
    };
    // A window wider than the breakpoint has no side menu.
    const narrow = window.matchMedia("(max-width: 64em)");
    const grown = () => {
      if (!narrow.matches && panel.matches(":popover-open")) panel.hidePopover();
    };

    // The menu was opened before hydration.
    if (panel.matches(":popover-open")) settle(true);
    const until = new AbortController();
    const { signal } = until;
    panel.addEventListener("toggle", toggled, { signal });
    document.addEventListener("keydown", goRound, { signal });
    narrow.addEventListener("change", grown, { signal });
    return () => until.abort();
  }, []);
  return { button, menu, isOpen };
}

const MENU_ID = "site-menu";

/** Returns true for the link of the current page or of its section. All unknown paths share one page, which has no link. */
function isActive(link: string, pathname: string, { route }: SiteMatch): boolean {
  if (route.path === "*") return false;
  if (link === "/") return pathname === "/";
  if (link === "/news-events" && pathname.startsWith("/events/")) return true;
  return pathname === link || pathname.startsWith(`${link}/`);
}

/**
 * Renders the header. The side menu is a popover, which opens before hydration. Donate is also beside the menu button, so that a phone
 * shows it.
 */
export function SiteHeader() {
  const { pathname, search } = useLocation();
  const { button, menu, isOpen } = useSideMenu();
  const { name, header } = useRequest().frame;
  const match = matchSite(pathname, search);
  const anchor = ({ text, link, highlighted }: SiteFrame["header"][number]) => (
    <Link
      key={link}
      to={link}
      className={highlighted ? "nav-donate" : "nav-link"}
      aria-current={isActive(link, pagePath(pathname), match) ? "page" : undefined}
    >
      {text}
    </Link>
  );

  return (
    <header className="site-header">
      <div className="header-inner">
        <Link to="/" className="header-logo" aria-label={fill(words.home, { site: name })}>
          <svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true">
            {/* Drawn in client/layout/site-footer.tsx. */}
            <use href="#logo-mark" />
          </svg>
          <span>{name}</span>
        </Link>{" "}
        {header.filter(({ highlighted }) => highlighted).map(anchor)}{" "}
        <LanguageSwitch className="header-language" href={switchHref(match, pathname)} />
        <button
          ref={button}
          type="button"
          className="menu-toggle"
          popoverTarget={MENU_ID}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          aria-label={isOpen ? words.closeMenu : words.openMenu}
        >
          <span className="menu-bars" aria-hidden="true" />
        </button>
        <nav ref={menu} id={MENU_ID} popover="auto" className="site-menu" aria-label={words.menu}>
          <ul role="list">
            {header.map((item) => (
              <li key={item.link}>{anchor(item)}</li>
            ))}
          </ul>
          <form action={`${prefix}/search`}>
            <input type="search" name="q" aria-label={label} />
            <button type="submit">{label}</button>
          </form>
        </nav>
      </div>
    </header>
  );
}
