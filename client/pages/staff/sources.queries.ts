import { apiPaths } from "../../../shared/contract/api-paths.ts";
import type { SourcesReport } from "../../../shared/contract/sources-report.ts";
import type { PageQuery } from "../../data/page-query.ts";

export const sourcesQuery: PageQuery<SourcesReport> = {
  key: apiPaths.sources,
  ask: (siteData) => siteData.sources(),
  role: "page",
};
