import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DeskEntry, GIFT_CHANGES } from "../../shared/contract/desk.ts";
import { minorFigure } from "../../shared/forms/donation.ts";
import { isoTime } from "../../shared/time.ts";
import { csv } from "../csv.ts";
import { senderName } from "../forms/message-texts.ts";
import {
  amountLeft,
  GIFT_STATES,
  type Gift,
  MONTH,
  NEXT_STATES,
  receivedAt,
  undo,
  undoable,
} from "../gifts/gift.ts";
import { giftRecord } from "../gifts/records.ts";
import type { Accounts } from "../store/accounts.ts";
import * as desk from "./desk.ts";

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
});

/** A time longer than it takes to record a change, in milliseconds. */
const RECORDED_MS = 60_000;

/** Returns the actions on a gift, oldest first. A change made at the desk appears once, with its author and note. */
async function actionsOf({ history, reference, currency }: Gift, accounts: Accounts) {
  const recorded = await accounts.actions(reference);
  const steps = history.map((step) => {
    const { state, at, by, note, isUndo } = step;
    const name = isUndo ? "undo" : state;
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
  return [...steps, ...recorded].sort((one, other) => (one.at < other.at ? -1 : 1));
}

async function readGift({ gift, version }: { gift: Gift; version: number }, app: FastifyInstance) {
  const { donor, provider, state, refundedMinor, amountMinor, currency, history } = gift;
  const back = minorFigure(refundedMinor, currency);
  const changes = GIFT_CHANGES.filter((change) =>
    change === "undo" ? undoable(gift) !== null : NEXT_STATES[state].includes(change),
  );
  const { gift: before } = undo(gift, { at: gift.createdAt });
  return {
    ...rowOf(gift),
    version: String(version),
    refundedPart: refundedMinor > 0 ? `${back} / ${minorFigure(amountMinor, currency)}` : "",
    isWrittenTo: app.mails !== null && donor !== null,
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    provider: [provider?.name, provider?.transactionId].filter(Boolean).join(" "),
    actions: await actionsOf(gift, app.accounts),
    changes,
    undoneState: before.history.length > history.length ? before.state : "",
  };
}

export function addGiftRoutes(app: FastifyInstance): void {
  const { gifts } = app.giving;
  type OfGift = { Params: { reference: string } };

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

  /** Shows the page of a gift, with the question before a change, or with the change that somebody else made first. */
  async function showGift(
    request: FastifyRequest<OfGift>,
    reply: FastifyReply,
    { asked, note = "", isStale }: { asked?: string | null; note?: string; isStale?: boolean },
  ): Promise<FastifyReply> {
    const found = await gifts.read(request.params.reference);
    if (found === null) return desk.sendNotFound(reply);
    const gift = await readGift(found, app);
    const change = gift.changes.find((one) => one === asked);
    const ask = change === undefined ? null : { change, note };
    if (!isStale) return desk.sendDeskPage(reply, { kind: "gift", gift, ask });
    const stale = { action: gift.actions.at(-1) ?? null };
    return desk.sendDeskPage(reply, { kind: "gift", gift, ask: null, stale }, 409);
  }

  app.get<OfGift>("/gifts/:reference", (request, reply) =>
    showGift(request, reply, { asked: desk.queryOf(request).get("ask") }),
  );

  app.post<OfGift>("/gifts/:reference", async (request, reply) => {
    const { reference } = request.params;
    const { action, ask, note = "", version: seen } = desk.postedFields(request);
    // The first press shows the question, the second makes the change.
    if (action === undefined && ask !== undefined)
      return showGift(request, reply, { asked: ask, note });
    const version = seen === undefined ? undefined : Number(seen);
    const trimmedNote = note.trim().replace(/\s+/g, " ") || undefined;
    const at = isoTime(app.clock());

    async function apply() {
      if (action === "forget") return gifts.forgetDonor(reference, version);
      if (action === "undo") return gifts.undo(reference, { at, note: trimmedNote }, version);
      const state = CHANGES.find((change) => change === action);
      if (state === undefined) return null;
      return gifts.apply(reference, { state, by: "staff", at, note: trimmedNote }, null, version);
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
