import type { FastifyInstance } from "fastify";
import en from "../../content/words/en/desk-gifts.json" with { type: "json" };
import sw from "../../content/words/sw/desk-gifts.json" with { type: "json" };
import type { DeskStatementRow, DeskSum, DeskTotals } from "../../shared/contract/desk.ts";
import { amountOfMinor, minorFigure } from "../../shared/forms/donation.ts";
import type { Language } from "../../shared/languages.ts";
import type { CsvRow } from "../csv.ts";
import { optionLabel, senderName } from "../forms/message-texts.ts";
import { amountLeft, dayOf, type Gift, receivedAt } from "../gifts/gift.ts";

const words = { en, sw } as const;

const dayReceived = (gift: Gift): string => dayOf(receivedAt(gift) ?? gift.createdAt);

/** Adds up gifts by a name. The names are sorted. */
function sumsBy(gifts: readonly Gift[], nameOf: (gift: Gift) => string): DeskSum[] {
  const sums = new Map<string, DeskSum>();
  for (const gift of gifts) {
    const name = nameOf(gift);
    const { amountMinor = 0, count = 0 } = sums.get(name) ?? {};
    sums.set(name, { name, amountMinor: amountMinor + amountLeft(gift), count: count + 1 });
  }
  return [...sums.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Adds the months between the first and the last one in which nothing came, so that a plot has its gaps. */
function withGaps(months: readonly DeskSum[]): DeskSum[] {
  const all: DeskSum[] = [];
  for (const sum of months) {
    let next = all.at(-1)?.name;
    while (next !== undefined && monthAfter(next) < sum.name) {
      next = monthAfter(next);
      all.push({ name: next, amountMinor: 0, count: 0 });
    }
    all.push(sum);
  }
  return all;
}

/** Returns the month after another: `2027-01` after `2026-12`. */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

/** Returns the totals of gifts, each currency by itself: sums of several currencies would say nothing. */
export function totalsOf(gifts: readonly Gift[]): DeskTotals[] {
  return sumsBy(gifts, ({ currency }) => currency).map(({ name: currency, amountMinor, count }) => {
    const own = gifts.filter((gift) => gift.currency === currency);
    return {
      currency,
      amountMinor,
      count,
      months: withGaps(sumsBy(own, (gift) => dayReceived(gift).slice(0, 7))),
      purposes: sumsBy(own, ({ purpose }) => purpose),
      methods: sumsBy(own, ({ method }) => method ?? ""),
    };
  });
}

/** Returns a line of a statement. A donor is named only with the donor's consent. */
export const statementRow = (gift: Gift): DeskStatementRow => ({
  reference: gift.reference,
  day: dayReceived(gift),
  amount: minorFigure(amountLeft(gift), gift.currency),
  purpose: gift.purpose,
  method: gift.method ?? "",
  name: gift.mayName ? senderName(gift) : "",
});

/** Returns the rows of the accountant's file, with days in Tanzania and names instead of codes. */
export function accountRows(
  gifts: readonly Gift[],
  { content }: Pick<FastifyInstance, "content">,
  language: Language,
): CsvRow[] {
  const { columns, methods, unknownMethod } = words[language];
  const { purposes } = content.in(language).documents.giving;
  const methodNames: Readonly<Record<string, string>> = methods;
  return gifts.map((gift) => ({
    [columns.day]: dayReceived(gift),
    [columns.reference]: gift.reference,
    [columns.receiptNumber]: gift.receiptNumber ?? "",
    [columns.amount]: amountOfMinor(amountLeft(gift)),
    [columns.currency]: gift.currency,
    [columns.refunded]: amountOfMinor(gift.refundedMinor),
    [columns.purpose]: optionLabel(purposes, gift.purpose),
    [columns.method]: methodNames[gift.method ?? ""] ?? unknownMethod,
    [columns.donor]: senderName(gift),
    [columns.partOf]: gift.partOf ?? "",
  }));
}
