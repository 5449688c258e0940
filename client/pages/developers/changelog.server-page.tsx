import { API_VERSIONS, type ApiVersion } from "../../../shared/contract/api.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { InEnglish, sharedLanguage } from "../../components/feedback/page-notes.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./developers.module.css";
import { RuleList } from "./reference.tsx";

const STANDFIRST = "What has changed for programs that use our news, events and forms, and when.";

const CRUMBS = [{ text: "Developers", href: "/developers" }];

const RULES = {
  "When it begins":
    "With release 0.1.0 of this site, and version 1.8.0 of the API. The versions before it were published while the site was made: 1.7.0 took names away without notice, and says which.",
  "What may be added":
    "New fields, parameters, operations and kinds of problems may be added at any time: ignore those you do not know. Texts for people may be reworded.",
  "What will not change":
    "Names, types and meanings within a version 1. A test compares every change with the document of the last release.",
  "How something is removed":
    "It is announced on this page and marked as deprecated in the document. Its responses carry two dates: Deprecation (RFC 9745), when it was announced, and Sunset (RFC 8594), when it will be gone, at least six months later. A Link with rel=deprecation leads here.",
};

const Version = ({ version, date, changes }: ApiVersion) => (
  <article className={`${styles.version} line stack tight`} id={`v${version}`}>
    <h3>{version}</h3>
    <p lang={sharedLanguage}>
      <DateText at={date} precision="day" />
    </p>
    <ul className="bullets">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  </article>
);

const ChangelogPage = () => (
  <InEnglish>
    <PageHeader
      title="API changelog"
      subtitle={STANDFIRST}
      above={<Breadcrumbs crumbs={CRUMBS} homeLanguage={sharedLanguage} />}
    />
    <Section title="What you can rely on" tone="warm">
      <RuleList rules={RULES} />
    </Section>
    <Section title="Versions">
      <div className="stack roomy">
        {API_VERSIONS.map((version) => (
          <Version key={version.version} {...version} />
        ))}
      </div>
    </Section>
  </InEnglish>
);

export const page = definePage({
  Page: ChangelogPage,
  hydrate: "use",
  head: () => ({ title: "API changelog", description: STANDFIRST }),
});
