import type { z } from "zod";
import type { sourcesReport } from "./sources-report.schema.ts";

export type SourcesReport = z.infer<typeof sourcesReport>;
export type SourceReport = SourcesReport["sources"][number];
export type SourceChange = SourceReport["changes"][number];
export type ResponsesReport = SourceReport["list"];
export type FieldReport = ResponsesReport["fields"][number];
