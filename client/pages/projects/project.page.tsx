import { load, type Project } from "virtual:content/projects";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { ProjectView, projectCrumbs } from "./project-view.tsx";

/** Spec section 8, word for word. */
const NOT_FOUND =
  "We couldn't find the project you're looking for. It may have been moved or doesn't exist.";

const notFound: OpenPage = {
  Page: () => (
    <LoadingOverlay>
      <Notice
        title="Project Not Found"
        actions={[{ text: "Return to Projects", href: paths.projects(), isMain: true }]}
      >
        <p>{NOT_FOUND}</p>
      </Notice>
    </LoadingOverlay>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: "Project Not Found",
    description: NOT_FOUND,
    canonicalPath: path,
    noindex: true,
  }),
};

function found(project: Project): OpenPage {
  return {
    Page: () => <ProjectView project={project} />,
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
    const words = await load[slug]?.();
    return words ? found(words.default) : notFound;
  },
};
