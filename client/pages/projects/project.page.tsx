import { load, type Project } from "virtual:content/projects";
import { paths } from "../../../shared/paths.ts";
import { breadcrumbData } from "../../components/breadcrumbs.tsx";
import { Notice } from "../../components/notice.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { LoadingVeil } from "./loading-veil.tsx";
import { ProjectView, projectCrumbs } from "./project-view.tsx";

/** Spec section 8, word for word. */
const NOT_FOUND =
  "We couldn't find the project you're looking for. It may have been moved or doesn't exist.";

const notFound: OpenPage = {
  Page: () => (
    <LoadingVeil>
      <Notice
        title="Project Not Found"
        actions={[{ text: "Return to Projects", href: paths.projects(), isMain: true }]}
      >
        <p>{NOT_FOUND}</p>
      </Notice>
    </LoadingVeil>
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
      type: "article",
      jsonLd: [breadcrumbData(projectCrumbs(project), project.title)],
    }),
  };
}

/** The status in the address says nothing: a project is looked up by its slug (spec section 2). */
export const page: PageModule = {
  open: async ({ params }) => {
    const slug = params.slug ?? "";
    const words = await load[slug]?.();
    return words ? found(words.default) : notFound;
  },
};
