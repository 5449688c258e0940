import { useRef, useState } from "react";
import { header } from "../../content/navigation.json";
import { identity } from "../../content/site.json";
import { Link } from "../components/links/link.tsx";
import { useLocation } from "../navigation.ts";
import { LogoMark } from "./logo-mark.tsx";
import styles from "./site-header.module.css";
import { useScrolled } from "./use-scrolled.ts";
import { useSideMenu } from "./use-side-menu.ts";

const MENU_ID = "site-menu";

/** True for the link of the current page or of its section. */
function isActive(link: string, pathname: string): boolean {
  if (link === "/") return pathname === "/";
  if (link === "/news-events" && pathname.startsWith("/events/")) return true;
  return pathname === link || pathname.startsWith(`${link}/`);
}

/**
 * Spec section 2, Header. The side menu is a popover: it opens before hydration and without
 * scripts. Beside its button stands Donate once more, so that a phone shows it without the menu.
 */
export function SiteHeader() {
  const { pathname } = useLocation();
  const isScrolled = useScrolled();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useSideMenu({ menu, button, onToggle: setOpen });
  const anchor = ({ text, link, highlighted }: (typeof header)[number]) => (
    <Link
      key={link}
      to={link}
      className={highlighted ? styles.donate : styles.link}
      aria-current={isActive(link, pathname) ? "page" : undefined}
    >
      {text}
    </Link>
  );

  return (
    <header className={styles.header} data-scrolled={isScrolled || undefined}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={`${identity.name}, home`}>
          <LogoMark className={styles.mark} />
          <span>{identity.name}</span>
        </Link>{" "}
        {header.filter(({ highlighted }) => highlighted).map(anchor)}
        <button
          ref={button}
          type="button"
          className={styles.toggle}
          popoverTarget={MENU_ID}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          aria-label={isOpen ? "Close menu" : "Open menu"}
        >
          <span className={styles.bars} aria-hidden="true" />
        </button>
        <nav ref={menu} id={MENU_ID} popover="auto" className={styles.menu} aria-label="Main">
          <ul role="list">
            {header.map((item) => (
              <li key={item.link}>{anchor(item)}</li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
