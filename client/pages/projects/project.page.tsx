import { load, type Project } from "virtual:content/projects";
import * as words from "../../../content/words/en/project.json";
import { paths } from "../../../shared/paths.ts";
import { InEnglish } from "../../components/article/in-english.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { ProjectView, projectCrumbs } from "./project-view.tsx";

/** Spec section 8, "Project Not Found". */
const notFound: OpenPage = {
  Page: () => (
    <LoadingOverlay>
      <Notice
        title={words.notFound}
        actions={[{ text: words.returnToProjects, href: paths.projects(), isMain: true }]}
      >
        <p>{words.notFoundText}</p>
      </Notice>
    </LoadingOverlay>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: words.notFound,
    description: words.notFoundText,
    canonicalPath: path,
    noindex: true,
  }),
};

function found(project: Project): OpenPage {
  return {
    Page: () => (
      <InEnglish entry={project}>
        <ProjectView project={project} />
      </InEnglish>
    ),
    head: () => ({
      title: project.title,
      description: project.description,
      canonicalPath: paths.project(project),
      jsonLd: [breadcrumbData(projectCrumbs(project), project.title)],
    }),
  };
}

/** The status in the URL is ignored: a project is found by its slug (spec section 2). */
export const page: PageModule = {
  open: async ({ params }) => {
    const slug = params.slug ?? "";
    const entry = await load[slug]?.();
    return entry ? found(entry.default) : notFound;
  },
};
