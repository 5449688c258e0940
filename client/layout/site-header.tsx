import { useRef, useState } from "react";
import { header } from "../../content/navigation.json";
import { identity } from "../../content/site.json";
import * as words from "../../content/words/en/header.json";
import { prefix } from "../../content/words/en/language.json";
import { label } from "../../content/words/en/search-field.json";
import { fill } from "../../shared/fill.ts";
import { Link } from "../components/links/link.tsx";
import { pagePath } from "../format/site-href.ts";
import { useLocation } from "../navigation.ts";
import { matchSite, type SiteMatch, switchHref } from "../router/match-route.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import styles from "./site-header.module.css";
import { useScrolled } from "./use-scrolled.ts";
import { useSideMenu } from "./use-side-menu.ts";

const MENU_ID = "site-menu";

/** True for the link of the current page or of its section. The page for unknown paths is one for all of them. */
function isActive(link: string, pathname: string, { route }: SiteMatch): boolean {
  if (route.path === "*") return false;
  if (link === "/") return pathname === "/";
  if (link === "/news-events" && pathname.startsWith("/events/")) return true;
  return pathname === link || pathname.startsWith(`${link}/`);
}

/**
 * Spec section 2, Header. The side menu is a popover: it opens before hydration and without
 * scripts. Beside its button stands Donate once more, so that a phone shows it without the menu.
 */
export function SiteHeader() {
  const { pathname, search } = useLocation();
  const isScrolled = useScrolled();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useSideMenu({ menu, button, onToggle: setOpen });
  const match = matchSite(pathname, search);
  const anchor = ({ text, link, highlighted }: (typeof header)[number]) => (
    <Link
      key={link}
      to={link}
      className={highlighted ? styles.donate : styles.link}
      aria-current={isActive(link, pagePath(pathname), match) ? "page" : undefined}
    >
      {text}
    </Link>
  );

  return (
    <header className={styles.header} data-scrolled={isScrolled || undefined}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={fill(words.home, { site: identity.name })}>
          <svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true">
            {/* client/layout/logo-mark.tsx */}
            <use href="#logo-mark" />
          </svg>
          <span>{identity.name}</span>
        </Link>{" "}
        {header.filter(({ highlighted }) => highlighted).map(anchor)}{" "}
        <LanguageSwitch className={styles.language} href={switchHref(match, pathname)} />
        <button
          ref={button}
          type="button"
          className={styles.toggle}
          popoverTarget={MENU_ID}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          aria-label={isOpen ? words.closeMenu : words.openMenu}
        >
          <span className={styles.bars} aria-hidden="true" />
        </button>
        <nav ref={menu} id={MENU_ID} popover="auto" className={styles.menu} aria-label={words.menu}>
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
