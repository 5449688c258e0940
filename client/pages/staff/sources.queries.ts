import type { SourcesReport } from "../../../shared/contract/sources-report.schema.ts";
import { apiPaths } from "../../data/api-paths.ts";
import type { PageQuery } from "../../data/page-query.ts";

export const sourcesQuery: PageQuery<SourcesReport> = {
  key: apiPaths.sources,
  tags: [],
  run: (siteData) => siteData.sources(),
  role: "page",
};
