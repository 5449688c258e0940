import { z } from "zod";

const text = z.string().max(8_192).catch("");

/** A violation as reported to `report-uri` (CSP 2), and as reported to `report-to` (CSP 3). */
const single = z
  .object({
    "csp-report": z.object({
      "document-uri": text,
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
      "source-file": text,
    }),
  })
  .transform(({ "csp-report": report }) => [
    {
      page: report["document-uri"],
      directive:
        report["effective-directive"] || (report["violated-directive"].split(" ")[0] ?? ""),
      blocked: report["blocked-uri"],
      source: report["source-file"],
    },
  ]);

const body = z
  .object({ effectiveDirective: text, documentURL: text, blockedURL: text, sourceFile: text })
  .transform((report) => ({
    page: report.documentURL,
    directive: report.effectiveDirective,
    blocked: report.blockedURL,
    source: report.sourceFile,
  }));

const other = z.object({ type: z.string() }).transform(() => null);
const report = z.union([z.object({ type: z.literal("csp-violation"), body }), other]);
/** Safari sends one report as an object, with the type of a CSP 2 report. */
const batch = z
  .union([z.array(report).max(50), report.transform((one) => [one])])
  .transform((reports) => reports.flatMap((report) => (report === null ? [] : [report.body])));

/** Either form, as a list of violations; reports of other kinds are left out. */
export const reportedViolations = z.union([single, batch]);

export type ReportedViolation = z.infer<typeof reportedViolations>[number];
