import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  entry,
  fileKey,
  hero,
  meta,
  sitePath,
  slug,
  text,
} from "../fields.schema.ts";
import { claimGroup } from "./claims.schema.ts";

const project = entry({
  id: slug,
  title: text,
  link: sitePath,
  period: text,
  funder: text,
  budget: claimReference,
  spent: claimReference,
  /** What the funder and the foundation each contribute, where both are known. */
  parts: z.array(claimReference),
  note: text,
});

const download = entry({ id: slug, title: text, description: text, file: fileKey });

export const whereTheMoneyGoesSchema = z.strictObject({
  meta,
  hero,
  use: entry({
    heading: text,
    text,
    chartAlt: altText,
    parts: z.array(claimReference).length(2),
  }),
  projects: entry({
    heading: text,
    /** Shown with a project whose budget or spending is not verified. */
    unconfirmed: text,
    introduction: text,
    items: z.array(project).min(1),
    more: entry({ text, link: button }),
  }),
  results: entry({ heading: text, points: z.array(entry({ title: text, text })).min(1) }),
  accounts: entry({ heading: text, introduction: text, items: z.array(download).min(1) }),
  trust: entry({
    heading: text,
    items: z.array(entry({ id: slug, title: text, text, link: button.exactOptional() })).min(1),
  }),
  conflicts: entry({ heading: text, introduction: text }),
  ledger: entry({
    heading: text,
    introduction: text,
    /** In the order of the page. */
    groups: z.array(entry({ id: claimGroup, title: text })).length(claimGroup.options.length),
  }),
  ending: entry({ title: text, text, actions: z.array(button).length(2) }),
});
