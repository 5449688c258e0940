import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DeskEntry, type DeskGiftForm, GIFT_CHANGES } from "../../shared/contract/desk.ts";
import { minorFigure } from "../../shared/forms/donation.ts";
import { languageOf } from "../../shared/languages.ts";
import { isoTime } from "../../shared/time.ts";
import { csv } from "../csv.ts";
import { requestDigest } from "../forms/idempotency.ts";
import { senderName } from "../forms/message-texts.ts";
import {
  amountLeft,
  dayOf,
  GIFT_REFERENCE,
  GIFT_STATES,
  type Gift,
  MONTH,
  NEXT_STATES,
  receivedAt,
  receivedGift,
  undo,
  undoable,
} from "../gifts/gift.ts";
import { missedMonth } from "../gifts/monthly.ts";
import { giftRecord } from "../gifts/records.ts";
import { sendAgain } from "../mail/send-again.ts";
import type { Accounts } from "../store/accounts.ts";
import * as desk from "./desk.ts";
import { formOf, isDay, readFacts, today } from "./gift-form.ts";
import { accountRows, statementRow, totalsOf } from "./gift-totals.ts";

const CHANGES = ["paid", "cancelled", "refunded"] as const;

function filterOf(request: FastifyRequest) {
  const query = desk.queryOf(request);
  return {
    state: GIFT_STATES.find((state) => state === query.get("state")),
    currency: query.get("currency")?.trim() || undefined,
    /** The month as typed, since some browsers have no field for a month. */
    month: query.get("month")?.trim() || undefined,
    page: desk.readPageNumber(query.get("page")),
  };
}

/** Returns whether a text is a valid month. A filter without a month is valid too, and shows all gifts. */
const isMonth = (text: string | undefined) => text === undefined || MONTH.test(text);

const rowOf = (gift: Gift) => ({
  ...gift,
  amount: minorFigure(amountLeft(gift), gift.currency),
  receivedAt: receivedAt(gift),
  name: senderName(gift),
  // Staff may enter a gift without its donor, who is then not forgotten but unknown.
  isUnnamed: gift.donor === null && gift.history[0]?.by === "staff",
});

/** A time longer than it takes to record a change, in milliseconds. */
const RECORDED_MS = 60_000;

/** Returns the actions on a gift, oldest first. A change made at the desk appears once, with its author and note. */
async function actionsOf({ history, reference, currency }: Gift, accounts: Accounts) {
  const recorded = await accounts.actions(reference);
  const entered = recorded.find(({ action }) => action === "gift-new");
  // What staff have entered is pledged and paid at once, and was recorded as one action.
  const later = entered === undefined ? history : history.slice(2);
  const entryNote = entered === undefined ? undefined : history[1]?.note;
  if (entered !== undefined) recorded.splice(recorded.indexOf(entered), 1);
  const steps = later.map((step) => {
    const { state, at, by, isUndo, isCorrection, changed } = step;
    const note = [step.note, changed].filter(Boolean).join(" – ") || undefined;
    const ownName = isCorrection ? "correct" : state;
    const name = isUndo ? "undo" : ownName;
    const index = recorded.findIndex(
      (one) =>
        by === "staff" &&
        one.action === name &&
        one.at >= at &&
        Date.parse(one.at) < Date.parse(at) + RECORDED_MS,
    );
    const [known] = index < 0 ? [] : recorded.splice(index, 1);
    if (known) return { ...known, at, action: isUndo ? `undo-${state}` : name, note };
    const refunded = step.refundedMinor && minorFigure(step.refundedMinor, currency);
    if (refunded) return { at, by, action: "gift-part-refunded", note: refunded };
    return { at, by, action: isUndo ? `undo-${state}` : `gift-${state}`, note };
  });
  const entry = entered === undefined ? [] : [{ ...entered, note: entryNote }];
  return [...entry, ...steps, ...recorded].sort((one, other) => (one.at < other.at ? -1 : 1));
}

async function readGift({ gift, version }: { gift: Gift; version: number }, app: FastifyInstance) {
  const { donor, provider, state, refundedMinor, amountMinor, currency, history } = gift;
  const back = minorFigure(refundedMinor, currency);
  const changes = GIFT_CHANGES.filter((change) =>
    change === "undo" ? undoable(gift) !== null : NEXT_STATES[state].includes(change),
  );
  const { gift: before } = undo(gift, { at: gift.createdAt });
  const isMonthly = gift.frequency === "monthly" && gift.partOf === undefined;
  const payments = isMonthly ? await app.giving.gifts.paymentsOf(gift.reference) : [];
  const other = gift.otherPayment;
  return {
    ...rowOf(gift),
    method: gift.method ?? "",
    receiptNumber: gift.receiptNumber ?? "",
    otherPayment: other === undefined ? "" : minorFigure(other.amountMinor, other.currency),
    partOf: gift.partOf ?? "",
    payments: payments.map((payment) => ({
      reference: payment.reference,
      amount: minorFigure(amountLeft(payment), payment.currency),
      day: dayOf(receivedAt(payment) ?? payment.createdAt),
    })),
    takesPayments: isMonthly && state === "paid",
    // What the provider has confirmed is not typed, so it is not mistyped.
    isCorrectable: provider?.transactionId === undefined,
    isResendable: app.mails !== null && Boolean(donor?.email) && state === "paid",
    stoppedAt: gift.stopped?.at ?? "",
    missed: missedMonth(gift, payments, app.clock()),
    version: String(version),
    refundedPart: refundedMinor > 0 ? `${back} / ${minorFigure(amountMinor, currency)}` : "",
    isWrittenTo: app.mails !== null && Boolean(donor?.email),
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    provider: [provider?.name, provider?.transactionId].filter(Boolean).join(" "),
    actions: await actionsOf(gift, app.accounts),
    changes,
    undoneState: before.history.length > history.length ? before.state : "",
  };
}

/** The state of the page of a gift, beside the gift itself. */
interface Shown {
  asked?: string | null | undefined;
  note?: string;
  isStale?: boolean;
  form?: DeskGiftForm;
}

const NO_FACTS = { facts: undefined, errors: {} };

/** The frequency of a gift that staff enter. A payment of a monthly gift is one payment. */
const ONCE = { frequency: "one-time", language: "en" } as const;

/** Adds the form for a gift that came without the website: cash, a transfer without a pledge, one more month. */
function addNewGift(app: FastifyInstance): void {
  const { gifts } = app.giving;

  async function firstFields(partOf: string): Promise<Record<string, string>> {
    const monthly = partOf === "" ? null : await gifts.get(partOf);
    const receivedOn = today(app);
    if (monthly !== null) return { ...formOf(monthly, app), receivedOn, receiptNumber: "" };
    const { documents } = app.content.in("en");
    const purpose = documents.giving.purposes[0]?.value ?? "";
    return {
      currency: documents.donate.defaults.currency,
      purpose,
      receivedOn,
      isThanked: "yes",
      mayName: "no",
    };
  }

  const partOfRequest = (text: string | null | undefined) =>
    GIFT_REFERENCE.test(text ?? "") ? (text ?? "") : "";

  app.get("/gifts/new", async (request, reply) => {
    const partOf = partOfRequest(desk.queryOf(request).get("partOf"));
    const fields = { ...(await firstFields(partOf)), key: randomUUID() };
    return desk.sendDeskPage(reply, { kind: "gift-new", form: { fields, errors: {} }, partOf });
  });

  app.post("/gifts/new", async (request, reply) => {
    const fields = desk.postedFields(request);
    const { key = "", note = "" } = fields;
    const partOf = partOfRequest(fields.partOf);
    const { facts, errors } = readFacts(fields, app);
    if (Object.keys(errors).length > 0 || key === "")
      return desk.sendDeskPage(reply, { kind: "gift-new", form: { fields, errors }, partOf }, 422);
    // The same form sent twice is one gift.
    const idempotencyKey = requestDigest("desk gift", key);
    const { isThanked, ...known } = facts;
    const monthly = partOf === "" ? null : await gifts.get(partOf);
    const draft = {
      ...ONCE,
      ...known,
      donor: facts.donor ?? null,
      mayName: facts.mayName ?? false,
      mayWrite: false,
      idempotencyKey,
      ...(monthly && { partOf: monthly.reference, language: monthly.language }),
    };
    const gift = receivedGift(draft, {
      at: isoTime(app.clock()),
      isThanked: isThanked ?? true,
      note: note.trim().replace(/\s+/g, " ") || undefined,
    });
    const isKnown = (await gifts.get(gift.reference)) !== null;
    await gifts.add(gift);
    const { reference } = gift;
    if (!isKnown) await desk.recordAction(request, "gift-new", reference);
    return desk.redirectWithNotice(reply, `/staff/gifts/${reference}`, "gift-new", {
      about: [reference],
    });
  });
}

/** Adds the totals of a period, as a page that prints as a statement and as the accountant's file. */
function addTotals(app: FastifyInstance): void {
  function periodOf(request: FastifyRequest) {
    const query = desk.queryOf(request);
    const now = today(app);
    const from = query.get("from")?.trim() || `${now.slice(0, 4)}-01-01`;
    const to = query.get("to")?.trim() || now;
    const errors: Record<string, { code: string }> = {};
    if (!isDay(from)) errors.from = { code: "day" };
    if (!isDay(to)) errors.to = { code: "day" };
    else if (isDay(from) && to < from) errors.to = { code: "order" };
    return { filter: { from, to }, errors, isGood: Object.keys(errors).length === 0 };
  }
  const find = async ({ filter, isGood }: ReturnType<typeof periodOf>) =>
    isGood ? app.giving.gifts.received(filter) : [];

  app.get("/gifts/totals", async (request, reply) => {
    const period = periodOf(request);
    const { filter, errors } = period;
    const found = await find(period);
    const page = { totals: totalsOf(found), rows: found.map(statementRow) };
    return desk.sendDeskPage(reply, { kind: "gift-totals", filter, errors, ...page });
  });

  app.get("/gifts/totals/file", async (request, reply) => {
    const period = periodOf(request);
    const rows = accountRows(await find(period), app, languageOf(request.url));
    await desk.recordAction(request, "exported", "gifts");
    return desk.sendCsv(reply, `gifts-${period.filter.from}-${period.filter.to}`, csv(rows));
  });
}

/** Adds the list of gifts, and the same as a file. */
function addGiftList(app: FastifyInstance): void {
  const { gifts } = app.giving;

  const find = async (filter: Parameters<typeof gifts.list>[0]) =>
    isMonth(filter.month) ? gifts.list(filter) : [];

  app.get("/gifts", async (request, reply) => {
    const filter = filterOf(request);
    const limit = desk.PAGE_SIZE;
    const page = { from: (filter.page - 1) * limit, limit: limit + 1 };
    const found = await find({ ...filter, ...page });
    const rows = found.slice(0, limit).map(rowOf);
    const errors: DeskEntry["errors"] = isMonth(filter.month) ? {} : { month: { code: "month" } };
    const list = { filter, errors, rows, isLast: found.length <= limit };
    return desk.sendDeskPage(reply, { kind: "gifts", ...list });
  });

  app.get("/gifts/file", async (request, reply) => {
    const records = (await find(filterOf(request))).map(giftRecord);
    await desk.recordAction(request, "exported", "gifts");
    return desk.sendCsv(reply, "gifts", csv(records));
  });
}

export function addGiftRoutes(app: FastifyInstance): void {
  const { gifts } = app.giving;
  type OfGift = { Params: { reference: string } };

  /** Mails the receipt once more. */
  async function resend(request: FastifyRequest<OfGift>, reply: FastifyReply) {
    const { reference } = request.params;
    const gift = await gifts.get(reference);
    if (gift === null) return desk.sendNotFound(reply);
    const isSent = await sendAgain(app, gift);
    if (isSent) await desk.recordAction(request, "resend", reference);
    const notice = isSent ? "resend" : "refused";
    return desk.redirectWithNotice(reply, `/staff/gifts/${reference}`, notice, {
      about: [reference],
    });
  }

  addGiftList(app);
  addNewGift(app);
  addTotals(app);

  /** Shows the page of a gift, with the question before a change, or with the change that somebody else made first. */
  async function showGift(
    request: FastifyRequest<OfGift>,
    reply: FastifyReply,
    { asked, note = "", isStale, form }: Shown,
  ): Promise<FastifyReply> {
    const found = await gifts.read(request.params.reference);
    if (found === null) return desk.sendNotFound(reply);
    const gift = await readGift(found, app);
    const isCorrection = asked === "correct" && gift.isCorrectable;
    const change = isCorrection ? "correct" : gift.changes.find((one) => one === asked);
    const given = form ?? { fields: formOf(found.gift, app), errors: {} };
    const ask = change === undefined ? null : ({ change, note, form: given } as const);
    const hasErrors = Object.keys(given.errors).length > 0;
    if (!isStale)
      return desk.sendDeskPage(reply, { kind: "gift", gift, ask }, hasErrors ? 422 : 200);
    const stale = { action: gift.actions.at(-1) ?? null };
    return desk.sendDeskPage(reply, { kind: "gift", gift, ask: null, stale }, 409);
  }

  app.get<OfGift>("/gifts/:reference", (request, reply) =>
    showGift(request, reply, { asked: desk.queryOf(request).get("ask") }),
  );

  app.post<OfGift>("/gifts/:reference", async (request, reply) => {
    const { reference } = request.params;
    const fields = desk.postedFields(request);
    const { action, ask, note = "", version: seen } = fields;
    // The first press shows the question, the second makes the change.
    if (action === undefined && ask !== undefined)
      return showGift(request, reply, { asked: ask, note });
    const version = seen === undefined ? undefined : Number(seen);
    const trimmedNote = note.trim().replace(/\s+/g, " ") || undefined;
    const at = isoTime(app.clock());
    const needsFacts = action === "correct" || (action === "paid" && "receivedOn" in fields);
    const { facts, errors } = needsFacts ? readFacts(fields, app) : NO_FACTS;
    const missing = action === "correct" && trimmedNote === undefined;
    const all = missing ? { ...errors, note: { code: "required" } } : errors;
    if (Object.keys(all).length > 0)
      return showGift(request, reply, { asked: action, note, form: { fields, errors: all } });
    if (action === "resend") return resend(request, reply);

    async function apply() {
      if (action === "correct") {
        const correction = { facts, at, note: trimmedNote ?? "" };
        return gifts.correct(reference, correction, version);
      }
      if (action === "forget") return gifts.forgetDonor(reference, version);
      if (action === "undo") return gifts.undo(reference, { at, note: trimmedNote }, version);
      const state = CHANGES.find((change) => change === action);
      if (state === undefined) return null;
      // The form of money that came has no fields for the donor, who stays as known.
      const { donor: _, mayName: __, ...received } = facts ?? {};
      const event = { state, by: "staff", at, note: trimmedNote, facts: received } as const;
      return gifts.apply(reference, event, null, version);
    }

    const applied = await apply();
    if (applied === null) return desk.sendNotFound(reply);
    if (applied.kind === "stale") return showGift(request, reply, { isStale: true });
    const name = action === "forget" ? "forgotten" : String(action);
    if (applied.kind === "changed") await desk.recordAction(request, name, reference);
    const notice = applied.kind === "refused" ? "refused" : name;
    const about = [reference];
    return desk.redirectWithNotice(reply, `/staff/gifts/${reference}`, notice, { about });
  });
}
