import { PROBLEM_KINDS, problemPath } from "../../../shared/contract/api.ts";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useRequest } from "../../data/request-context.ts";
import { definePage } from "../../page.ts";
import styles from "./developers.module.css";
import { mirrorOf } from "./mirror-example.ts";
import { CodeSample, Curl, Reference, RuleList, type Rules, useGroups } from "./reference.tsx";

const STANDFIRST =
  "Our news and events as JSON, for your website, your app or your calendar. Reading is open to everyone and needs no key.";

const FIRST = { method: "GET", path: "/bff/events?limit=1&fields=slug,title,startsAt" };
const RESPONSE = `{
  "data": [
    { "slug": "…", "title": "…", "startsAt": "…" }
  ],
  "meta": {
    "now": "…", "fetchedAt": "…",
    "stale": false, "total": 13,
    "nextCursor": "…"
  },
  "links": {
    "self": "…", "first": "…",
    "next": "…", "prev": null
  }
}`;

/** Returns the code of a complete client. tests/app/docs/developers.test.ts compiles and runs the code exactly as the page shows it. */
const clientOf = (origin: string) => `import type { components, paths } from "./foundation-api";

type EventRow = components["schemas"]["EventRow"];
type Problem = components["schemas"]["Problem"];
type Page = paths["/bff/events"]["get"]["responses"][200]["content"]["application/json"];

/** All events that are not over, each with the named fields alone. */
async function listEvents<Name extends keyof EventRow>(...names: Name[]) {
  const events: Pick<EventRow, Name>[] = [];
  const query = new URLSearchParams({ fields: names.join(","), limit: "100" });
  for (let cursor: string | null = ""; cursor !== null; query.set("cursor", cursor ?? "")) {
    const response = await fetch(\`${origin}/bff/events?\${query}\`);
    if (!response.ok) {
      const { detail }: Problem = await response.json();
      throw new Error(detail);
    }
    const { data, meta }: Page = await response.json();
    events.push(...data);
    cursor = meta.nextCursor;
  }
  return events;
}

for (const { title, startsAt } of await listEvents("title", "startsAt"))
  console.log(title, startsAt ?? "on a day to be announced");`;

const ENVELOPE: Rules = {
  data: (
    <>
      One item or a list. Every key is always present; a missing value is null or an empty list. In
      each item, <code>url</code> is its page and <code>self</code> its address in the API.
    </>
  ),
  meta: (
    <>
      How old the data is. When our source is down, <code>stale</code> is true and you get the last
      data it sent.
    </>
  ),
  links: "The page on this site, the calendar file, the pages before and after.",
};

const RULES: Rules = {
  Pages:
    "Follow links.next, or the Link header, until there is none; meta.nextCursor is its cursor. A cursor points at an item, so new items do not move your place. To go back, follow links.prev.",
  Copies:
    "To keep a copy of news or events, read /bff/news?syncToken=start, all pages, and keep meta.syncToken. Next time send that token: first remove what is in meta.deleted, then store what is in data, over all pages, and keep the token of these pages. Nothing is lost, however late our source shows it; mirror.mjs above does all this. Events of any date are included. Deletions are reported for 30 days; an older token gets 410: begin again with start, and remove what you did not receive. updatedSince is a best effort for readers without a copy.",
  Caching:
    "Each response has an ETag. Send it in If-None-Match to get 304 while nothing has changed. Age is the number of seconds since our source sent the data.",
  "Other sites' pages":
    "Scripts on any site may read, without credentials. Only our own pages and programs outside a browser may post.",
  "Unknown names":
    "An unknown parameter gets 400, an unknown field in a body 422, and the response lists the known ones. Nothing is silently ignored, with two exceptions: the parameters that mailers and networks add to links, such as utm_source and fbclid; and an event may be sent back with its read-only fields, such as its id.",
  Limits:
    "Reading has no limit. Posts have one: 10 of one form in 600 seconds from one address, invalid ones too, and 300 of all forms together. A member of staff may make 60 changes of events in 60 seconds. X-RateLimit-Limit is the rule, X-RateLimit-Remaining what you have left, Retry-After when to try again. A body has at most 32,768 bytes.",
  Promise:
    "Names and types stay as they are. New fields may be added: ignore those you do not know. Anything to be removed is announced at least six months ahead, in headers and in the changelog.",
};

/** The feeds of the same items, for existing feed readers and calendars. */
const SUBSCRIPTIONS = [
  ["/feed.xml", "News as RSS"],
  ["/atom.xml", "News as Atom"],
  ["/feed.json", "News as JSON Feed"],
  ["/events.ics", "Events for calendars"],
  ["/blog/feed.xml", "The blog as RSS"],
] as const;

const FirstCall = () => (
  <Section title="Your first call">
    <div className={`${styles.start} split`}>
      <Curl label="Request" call={FIRST} />
      <CodeSample label="Response" text={RESPONSE} />
    </div>
    <RuleList rules={ENVELOPE} className={styles.envelope} />
    <div className="cluster">
      <ButtonLink href="/bff/openapi.json" variant="plain">
        OpenAPI 3.1 document
      </ButtonLink>{" "}
      <ButtonLink href="/developers/changelog" variant="plain">
        Changelog
      </ButtonLink>
    </div>
  </Section>
);

function SampleClient() {
  const { origin } = useRequest();
  const types = `npx openapi-typescript ${origin}/bff/openapi.json -o foundation-api.ts`;
  return (
    <Section
      title="A client in TypeScript"
      intro="With the types of the document: openapi-typescript, @hey-api/openapi-ts and orval generate them."
    >
      <CodeSample label="Types" text={types} />
      <CodeSample label="Client" text={clientOf(origin)} />
    </Section>
  );
}

function SampleMirror() {
  const { origin } = useRequest();
  return (
    <Section
      title="A copy that loses nothing"
      intro="News and events in two files, whatever our source does meanwhile: items that come late, go, come back or change without a new date."
    >
      <CodeSample label="mirror.mjs" text={mirrorOf(origin)} />
    </Section>
  );
}

/** The API page, whose reference is rendered from the OpenAPI document. */
const DevelopersPage = () => (
  <InEnglish>
    <PageHeader title="Developers" subtitle={STANDFIRST}>
      <nav aria-label="On this page">
        <ul className="links" role="list">
          {[...useGroups(), { id: "problems", title: "Problems" }].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </PageHeader>
    <FirstCall />
    <SampleClient />
    <SampleMirror />
    <Section title="How it behaves" tone="warm">
      <RuleList rules={RULES} />
    </Section>
    <Reference />
    <div id="problems" className={styles.anchor}>
      <Section
        title="Problems"
        intro="Every failure is application/problem+json (RFC 9457), with a sentence that explains it and a requestId to quote. Its type is one of these pages."
        tone="warm"
      >
        <ul className={`${styles.problems} links`} role="list">
          {PROBLEM_KINDS.map((kind) => (
            <li key={kind.name}>
              <Link to={problemPath(kind)}>
                <strong>{kind.status}</strong>
                {` ${kind.title}`}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
    <Section title="Feeds and calendars" intro="The same items, for feed readers and calendars.">
      <ul className={`${styles.problems} links`} role="list">
        {SUBSCRIPTIONS.map(([path, text]) => (
          <li key={path}>
            <a href={path}>
              {`${text} `}
              <code>{path}</code>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  </InEnglish>
);

export const page = definePage({
  Page: DevelopersPage,
  hydrate: "use",
  head: () => ({ title: "Developers", description: STANDFIRST }),
});
