import type { Programme } from "virtual:content/programmes";
import { load } from "virtual:content/programmes";
import { paths } from "../../../shared/paths.ts";
import { InEnglish } from "../../components/article/in-english.tsx";
import { notFoundPage } from "../../components/feedback/page-not-found.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { CRUMBS, ProgrammeView } from "./programme-view.tsx";

function openProgramme(programme: Programme): OpenPage {
  const { title, description, slug } = programme;
  return {
    Page: () => (
      <InEnglish entry={programme}>
        <ProgrammeView programme={programme} />
      </InEnglish>
    ),
    head: () => ({
      title,
      description,
      canonicalPath: paths.programme(slug),
      jsonLd: [breadcrumbData(CRUMBS, title)],
    }),
  };
}

/** One of the four programmes of Our Impact; any other slug is not found. */
export const page: PageModule = {
  open: async ({ params }) => {
    const slug = params.slug ?? "";
    const entry = await load[slug]?.();
    return entry ? openProgramme(entry.default) : notFoundPage;
  },
};
