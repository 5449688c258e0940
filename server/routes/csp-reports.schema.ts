import { z } from "zod";

const text = z.string().max(8_192).catch("");

/** A breach as `report-uri` tells it (CSP 2) and, in other words, as `report-to` does (CSP 3). */
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
  .transform(({ "csp-report": told }) => [
    {
      page: told["document-uri"],
      directive: told["effective-directive"] || (told["violated-directive"].split(" ")[0] ?? ""),
      blocked: told["blocked-uri"],
      source: told["source-file"],
    },
  ]);

const body = z
  .object({ effectiveDirective: text, documentURL: text, blockedURL: text, sourceFile: text })
  .transform((told) => ({
    page: told.documentURL,
    directive: told.effectiveDirective,
    blocked: told.blockedURL,
    source: told.sourceFile,
  }));

const other = z.object({ type: z.string() }).transform(() => null);
const report = z.union([z.object({ type: z.literal("csp-violation"), body }), other]);
/** Safari sends one report as an object, with the type of a CSP 2 report. */
const batch = z
  .union([z.array(report).max(50), report.transform((one) => [one])])
  .transform((reports) => reports.flatMap((told) => (told === null ? [] : [told.body])));

/** Either form, as a list of breaches; reports of other kinds are left out. */
export const toldBreaches = z.union([single, batch]);

export type ToldBreach = z.infer<typeof toldBreaches>[number];
