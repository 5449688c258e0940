import {
  PROBLEM_KINDS,
  type ProblemKind,
  problemPath,
} from "../../../shared/contract/problem-kinds.ts";
import { Breadcrumbs } from "../../components/breadcrumbs.tsx";
import { Link } from "../../components/link.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { notFoundPage } from "../../components/page-not-found.tsx";
import { Section } from "../../components/section.tsx";
import type { PageModule } from "../../page.ts";
import { CodeSample } from "./code-sample.tsx";
import styles from "./developers.module.css";

const CRUMBS = [{ text: "Developers", href: "/developers" }];

function ProblemView({ kind }: { kind: ProblemKind }) {
  const { status, title, happened, remedy } = kind;
  const shown = {
    ...{ type: problemPath(kind), title, status },
    ...{
      message: "what is wrong with this very request",
      requestId: "quote it when you write to us",
    },
  };
  return (
    <>
      <PageHeader
        title={`${status} ${title}`}
        standfirst={happened}
        above={<Breadcrumbs crumbs={CRUMBS} />}
      />
      <Section title="What to do">
        <div className={styles.problem}>
          <p>{remedy}</p>
          <CodeSample label="The answer" lines={JSON.stringify(shown, null, 2).split("\n")} />
          <p>
            <Link to="/developers#problems">All kinds of problems</Link>
          </p>
        </div>
      </Section>
    </>
  );
}

/** What a problem's `type` leads to: what happened, and what to do. */
export const page: PageModule = {
  open: ({ params }) => {
    const kind = PROBLEM_KINDS.find(({ name }) => name === params.name);
    if (!kind) return notFoundPage;
    return {
      Page: () => <ProblemView kind={kind} />,
      head: () => ({
        title: `${kind.status} ${kind.title}`,
        description: kind.happened,
        canonicalPath: problemPath(kind),
      }),
    };
  },
};
