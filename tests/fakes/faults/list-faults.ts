import { setTimeout as wait } from "node:timers/promises";
import { listChanged, type Misbehave, type Row, respondNormally } from "./fault.ts";

const rowsChanged = (change: (rows: Row[]) => Row[]) =>
  listChanged((rows) => ({ items: change(rows) }));

const renamed = (names: Readonly<Record<string, string>>) =>
  rowsChanged((rows) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value])),
    ),
  );

const DATES = ["published_at", "publish_date", "createdAt", "start_date", "date"];
const withDates = (isChanged: (index: number) => boolean) =>
  rowsChanged((rows) =>
    rows.map((row, index) => {
      const changed = DATES.filter((name) => name in row && isChanged(index));
      return { ...row, ...Object.fromEntries(changed.map((name) => [name, "next week"])) };
    }),
  );

/** Faults whose lists arrive whole, but which an operator has to know about. Single items are unchanged. */
export const listFaults: Readonly<Record<string, Misbehave>> = {
  "1.2 s for each response": async (exchange) => {
    await wait(1_200);
    respondNormally(exchange);
  },
  "a page of many": listChanged((items) => ({ items, total: 83 })),
  "empty list": rowsChanged(() => []),
  "half of the rows without slug": rowsChanged((rows) =>
    rows.map((row, index) => (index % 2 === 0 ? { ...row, slug: "" } : row)),
  ),
  "dates in words": withDates(() => true),
  "half of the dates in words": withDates((index) => index % 2 === 0),
  "dates under a new name": renamed(Object.fromEntries(DATES.map((name) => [name, "when"]))),
  "texts under a new name": renamed({
    excerpt: "teaser",
    introduction: "teaser",
    summary: "teaser",
    description: "teaser",
  }),
};
