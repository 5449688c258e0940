import { PROBLEM_KINDS, type ProblemKind, problemPath } from "../../../shared/contract/api.ts";
import { notFoundPage } from "../../components/feedback/not-found-page.ts";
import { InEnglish, sharedLanguage } from "../../components/feedback/page-notes.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps, type PageUrl } from "../../page.ts";
import { CodeSample } from "./reference.tsx";

const CRUMBS = [{ text: "Developers", href: "/developers" }];

function ProblemView({ kind }: { kind: ProblemKind }) {
  const { status, title, happened, remedy } = kind;
  const shown = {
    type: problemPath(kind),
    title,
    status,
    detail: "what is wrong with this request",
    message: "the same as detail",
    requestId: "quote it when you write to us",
  };
  return (
    <InEnglish>
      <PageHeader
        title={`${status} ${title}`}
        subtitle={happened}
        above={<Breadcrumbs crumbs={CRUMBS} homeLanguage={sharedLanguage} />}
      />
      <Section title="What to do">
        <div className="stack loose measure">
          <p>{remedy}</p>
          <CodeSample label="The response" text={JSON.stringify(shown, null, 2)} />
          <p>
            <Link to="/developers#problems">All kinds of problems</Link>
          </p>
        </div>
      </Section>
    </InEnglish>
  );
}

/** Returns the kind of problem that the URL names. */
const kindOf = ({ params }: Pick<PageUrl, "params">) =>
  PROBLEM_KINDS.find(({ name }) => name === params.name);

/** The page at a problem's `type` URL, with the cause and the remedy. */
function ProblemPage(props: PageProps) {
  const kind = kindOf(props);
  return kind ? <ProblemView kind={kind} /> : <notFoundPage.Page />;
}

export const page = definePage({
  Page: ProblemPage,
  hydrate: "use",
  absent: (props) => (kindOf(props) ? null : notFoundPage),
  head: (context) => {
    const kind = kindOf(context);
    if (!kind) return notFoundPage.head;
    return { title: `${kind.status} ${kind.title}`, description: kind.happened };
  },
});
