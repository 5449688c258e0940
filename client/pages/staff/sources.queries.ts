import type { SourcesReport } from "../../../shared/contract/sources-report.schema.ts";
import type { PageQuery } from "../../data/page-query.ts";
import { apiPaths } from "../../data/site-data.ts";

export const sourcesQuery: PageQuery<SourcesReport> = {
  key: apiPaths.sources,
  tags: [],
  run: (siteData) => siteData.sources(),
  role: "page",
};
