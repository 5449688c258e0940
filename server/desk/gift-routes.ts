import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeskGift, DeskGiftRow } from "../../shared/contract/desk.ts";
import { CURRENCIES, minorFigure } from "../../shared/forms/donation.ts";
import { applyEvent, GIFT_STATES, type Gift, type GiftEvent } from "../gifts/gift.ts";
import { csv } from "../ops/staff-command/command.ts";
import { recordOf } from "../ops/staff-command/gifts.ts";
import { type Desk, pageNumber, postedFields, queryOf, sendCsv } from "./desk.ts";
import { PAGE_SIZE } from "./messages.ts";

/** What staff may say of a gift. */
const CHANGES = ["paid", "cancelled", "refunded"] as const satisfies GiftEvent["state"][];
const LONGEST_NOTE = 200;

function filterOf(request: FastifyRequest) {
  const query = queryOf(request);
  const month = query.get("month") ?? "";
  return {
    state: GIFT_STATES.find((state) => state === query.get("state")),
    currency: CURRENCIES.find((currency) => currency === query.get("currency")),
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    page: pageNumber(query.get("page")),
  };
}

const rowOf = ({ donor, ...gift }: Gift): DeskGiftRow => ({
  reference: gift.reference,
  state: gift.state,
  amount: minorFigure(gift.amountMinor, gift.currency),
  createdAt: gift.createdAt,
  name: donor === null ? "" : `${donor.firstName} ${donor.lastName}`,
});

const eventOf = (state: GiftEvent["state"], nowMs: number, note?: string): GiftEvent => ({
  state,
  by: "staff",
  at: new Date(nowMs).toISOString(),
  ...(note ? { note } : {}),
});

async function viewOf(gift: Gift, { accounts }: Desk): Promise<DeskGift> {
  const { frequency, purpose, donor, mayWrite, provider, history } = gift;
  const canBecome = (state: GiftEvent["state"]) =>
    applyEvent(gift, eventOf(state, Date.parse(gift.createdAt))).kind === "changed";
  return {
    ...rowOf(gift),
    frequency,
    purpose,
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    mayWrite,
    provider: [provider?.name, provider?.transactionId].filter(Boolean).join(" "),
    history: history.map(({ note = "", ...step }) => ({ ...step, note })),
    actions: await accounts.actions(gift.reference),
    changes: CHANGES.filter(canBecome),
  };
}

/** The gifts: a list, each with its history, and what staff say of it by the rules of the command. */
export function addGiftRoutes(app: FastifyInstance, desk: Desk): void {
  const { clock } = app;
  const { gifts } = app.giving;
  type OfGift = { Params: { reference: string } };

  app.get("/gifts", async (request, reply) => {
    const filter = filterOf(request);
    const from = (filter.page - 1) * PAGE_SIZE;
    const found = await gifts.list({ ...filter, from, limit: PAGE_SIZE + 1 });
    const rows = found.slice(0, PAGE_SIZE).map(rowOf);
    const isLast = found.length <= PAGE_SIZE;
    return desk.show(reply, { kind: "gifts", filter, rows, isLast });
  });

  app.get("/gifts/file", async (request, reply) => {
    const records = (await gifts.list(filterOf(request))).map(recordOf);
    await desk.record(request, "exported", "gifts");
    return sendCsv(reply, "gifts", csv(records));
  });

  app.get<OfGift>("/gifts/:reference", async (request, reply) => {
    const gift = await gifts.get(request.params.reference);
    if (gift === null) return desk.notFound(reply);
    return desk.show(reply, { kind: "gift", gift: await viewOf(gift, desk) });
  });

  app.post<OfGift>("/gifts/:reference", async (request, reply) => {
    const { reference } = request.params;
    const { action, note = "" } = postedFields(request);
    const page = `/staff/gifts/${reference}`;
    if (action === "forget") {
      if (!(await gifts.forgetDonor(reference))) return desk.notFound(reply);
      await desk.record(request, "forgotten", reference);
      return desk.go(reply, page, "forgotten");
    }
    const state = CHANGES.find((change) => change === action);
    const event = state && eventOf(state, clock(), note.trim().slice(0, LONGEST_NOTE));
    const applied = event && (await gifts.apply(reference, event));
    if (!applied) return desk.notFound(reply);
    if (applied.kind === "changed") await desk.record(request, event.state, reference);
    return desk.go(reply, page, applied.kind === "refused" ? "refused" : event.state);
  });
}
