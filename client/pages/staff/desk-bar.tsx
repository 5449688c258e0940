import * as words from "../../../content/words/en/desk.json";
import * as shellWords from "../../../content/words/en/desk-shell.json";
import { fill } from "../../../shared/fill.ts";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk-bar.module.css";

/** The sections with a place in the bar. */
const SECTIONS = ["messages", "gifts", "news", "events", "website"] as const;

export type DeskPlace = "today" | "sources" | (typeof SECTIONS)[number];

interface Props {
  /** The e-mail address of the signed-in member of staff; null before signing in. */
  staff: string | null;
  newMessages: number | null;
  /** The URL of this page in the other language. */
  otherHref: string;
  current: DeskPlace | null;
}

const { otherLanguage } = shellWords;

const currentIf = (isCurrent: boolean) => (isCurrent ? "page" : undefined);

const LanguageLink = ({ href }: { href: string }) => (
  <a href={href} hrefLang={otherLanguage.code} lang={otherLanguage.code}>
    {otherLanguage.name}
  </a>
);

/** Shows who is signed in. Opened, it shows what concerns the account, and the button that signs out. */
const AccountMenu = ({ staff, otherHref, current }: Omit<Props, "newMessages">) => (
  <details className={styles.account}>
    <summary>
      <span className="visually-hidden">{`${shellWords.account} `}</span>
      <span className={styles.email}>{staff}</span>
    </summary>
    <div className={styles.menu}>
      <p className="muted small">{fill(words.signedInAs, { email: staff ?? "" })}</p>
      <ul role="list">
        <li>
          <Link to="/staff/people">{shellWords.people}</Link>
        </li>
        <li>
          <LanguageLink href={otherHref} />
        </li>
        <li>
          <Link to="/">{shellWords.site}</Link>
        </li>
      </ul>
      <form method="post" action={siteHref("/staff/sign-out")}>
        <button type="submit">{words.signOut}</button>
      </form>
      <p className="muted small">{shellWords.operator}</p>
      <Link to="/staff/sources" aria-current={currentIf(current === "sources")}>
        {words.parts.sources}
      </Link>
    </div>
  </details>
);

/**
 * Renders the bar of the desk: its home, the sections, and the menu of the account. On a phone the sections are at the bottom
 * of the screen. Before signing in, the bar leads to the public site alone.
 */
export const DeskBar = ({ staff, newMessages, otherHref, current }: Props) => (
  <>
    <a className={styles.skip} href="#main">
      {shellWords.skip}
    </a>
    <header className={`${styles.bar} deep`}>
      <div className={`${styles.inner} page`}>
        {staff === null ? (
          <>
            <Link to="/">{shellWords.site}</Link>
            <LanguageLink href={otherHref} />
          </>
        ) : (
          <>
            <Link className={styles.home} to="/staff" aria-current={currentIf(current === "today")}>
              {shellWords.home}
            </Link>
            <nav className={`${styles.sections} deep`} aria-label={words.sections}>
              {SECTIONS.map((section) => (
                <Link
                  key={section}
                  to={`/staff/${section}`}
                  aria-current={currentIf(section === current)}
                >
                  <span>{words.parts[section]}</span>
                  {section === "messages" && newMessages !== null && newMessages > 0 && (
                    <span className={styles.count}>
                      {newMessages}
                      <span className="visually-hidden">{` ${shellWords.newMessages}`}</span>
                    </span>
                  )}
                </Link>
              ))}
            </nav>
            <AccountMenu staff={staff} otherHref={otherHref} current={current} />
          </>
        )}
      </div>
    </header>
  </>
);
