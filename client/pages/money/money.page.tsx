import * as words from "../../../content/words/en/money.json";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import { ProjectBudgets, ShareChart } from "./figures.tsx";
import { KnownConflicts, Ledger } from "./ledger.tsx";
import styles from "./money.module.css";

type Content = ContentOf<"money">;

const CRUMBS = [{ text: words.ourImpact, href: "/our-impact" }];

/** The sections of the page that its top links to, by id. */
const PARTS = ["projects", "results", "accounts", "trust", "ledger"] as const;

type Point = { id?: string; title: string; text: string; link?: { text: string; link: string } };

const Points = ({ id, points }: { id: string; points: readonly Point[] }) => (
  <ul id={id} className={`${styles.points} grid four`} role="list">
    {points.map(({ id: own, title, text, link }) => (
      <li key={title} id={own} className="rule stack tight">
        <h3>{title}</h3>
        <p className="muted">{text}</p>
        {link && (
          <Link className="touch" to={link.link}>
            {link.text}
          </Link>
        )}
      </li>
    ))}
  </ul>
);

const Accounts = ({ content: { accounts }, files }: Content) => (
  <ul id="accounts" className={`${styles.accounts} grid`} role="list">
    {accounts.items.map(({ id, title, description }) => {
      const file = files[id];
      return (
        <li key={id} className="panel stack tight">
          <h3>{title}</h3>
          <p className="muted small">{description}</p>
          {file && (
            <a className="touch down" href={file.downloadLink} download="">
              <span>
                {words.download}
                <span className="visually-hidden">{` ${title}`}</span>
                <span>{` (${file.fileType}, ${file.fileSize})`}</span>
              </span>
            </a>
          )}
        </li>
      );
    })}
  </ul>
);

/** The page on how gifts are used, with the claims ledger (docs/decisions/0056). */
function MoneyPage({ content }: PageProps<Content>) {
  const { content: texts, claims } = content;
  const { hero, use, projects, results, accounts, trust, conflicts, ledger, ending } = texts;
  return (
    <>
      <PageHeader {...hero} pattern="livelihoods" above={<Breadcrumbs crumbs={CRUMBS} />}>
        <nav aria-label={words.onThisPage}>
          <ul className="links small" role="list">
            {PARTS.map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{texts[id].heading}</a>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <Section title={use.heading}>
        <ShareChart use={use} claims={claims} />
      </Section>
      <Section title={projects.heading} intro={projects.introduction} tone="warm">
        <ProjectBudgets projects={projects} claims={claims} />
      </Section>
      <Section title={results.heading}>
        <Points id="results" points={results.points} />
      </Section>
      <Section title={accounts.heading} intro={accounts.introduction} tone="warm">
        <Accounts {...content} />
      </Section>
      <Section title={trust.heading}>
        <Points id="trust" points={trust.items} />
      </Section>
      <Section title={conflicts.heading} intro={conflicts.introduction} tone="warm">
        <KnownConflicts claims={claims} />
      </Section>
      <Section title={ledger.heading} intro={ledger.introduction}>
        <div id="ledger" className={styles.ledger}>
          <Ledger groups={ledger.groups} claims={claims} />
        </div>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: MoneyPage,
  hydrate: "use",
  head: ({ content }) => ({ ...content.content.meta, crumbs: CRUMBS }),
});
