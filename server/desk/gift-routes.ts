import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeskEntry } from "../../shared/contract/desk.ts";
import { CURRENCIES, minorFigure } from "../../shared/forms/donation.ts";
import { GIFT_STATES, type Gift, NEXT_STATES } from "../gifts/gift.ts";
import { nameOf } from "../mail/letters.ts";
import { csv, isoTime } from "../ops/staff-command/command.ts";
import { recordOf } from "../ops/staff-command/gifts.ts";
import * as desk from "./desk.ts";

const CHANGES = ["paid", "cancelled", "refunded"] as const;

function filterOf(request: FastifyRequest) {
  const query = desk.queryOf(request);
  return {
    state: GIFT_STATES.find((state) => state === query.get("state")),
    currency: CURRENCIES.find((currency) => currency === query.get("currency")),
    /** As typed: some browsers have no field for a month. */
    month: query.get("month")?.trim() || undefined,
    page: desk.pageNumber(query.get("page")),
  };
}

const isMonth = (text = "2026-01") => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

const rowOf = (gift: Gift) => ({
  ...gift,
  amount: minorFigure(gift.amountMinor, gift.currency),
  name: nameOf(gift),
});

async function viewOf(gift: Gift, { accounts }: FastifyInstance) {
  const { donor, provider, history } = gift;
  const steps = history.map(({ state, ...step }) => ({ ...step, action: `gift-${state}` }));
  const actions = [...steps, ...(await accounts.actions(gift.reference))];
  return {
    ...rowOf(gift),
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    provider: [provider?.name, provider?.transactionId].filter(Boolean).join(" "),
    actions: actions.sort((one, other) => (one.at < other.at ? -1 : 1)),
    changes: CHANGES.filter((state) => NEXT_STATES[gift.state].includes(state)),
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
    return desk.show(reply, { kind: "gifts", ...list });
  });

  app.get("/gifts/file", async (request, reply) => {
    const records = (await find(filterOf(request))).map(recordOf);
    await desk.record(request, "exported", "gifts");
    return desk.sendCsv(reply, "gifts", csv(records));
  });

  app.get<OfGift>("/gifts/:reference", async (request, reply) => {
    const gift = await gifts.get(request.params.reference);
    if (gift === null) return desk.notFound(reply);
    return desk.show(reply, { kind: "gift", gift: await viewOf(gift, app) });
  });

  app.post<OfGift>("/gifts/:reference", async (request, reply) => {
    const { reference } = request.params;
    const { action, note = "" } = desk.postedFields(request);
    const go = (notice: string) => desk.go(reply, `/staff/gifts/${reference}`, notice);
    if (action === "forget" && (await gifts.forgetDonor(reference))) {
      await desk.record(request, "forgotten", reference);
      return go("forgotten");
    }
    const state = CHANGES.find((change) => change === action);
    const said = note.trim().replace(/\s+/g, " ") || undefined;
    const event = { by: "staff", at: isoTime(app.clock()), note: said } as const;
    const applied = state && (await gifts.apply(reference, { state, ...event }));
    if (!applied) return desk.notFound(reply);
    if (applied.kind === "changed") await desk.record(request, state, reference);
    return go(applied.kind === "refused" ? "refused" : state);
  });
}
