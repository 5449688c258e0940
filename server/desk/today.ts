import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type {
  DeskDraft,
  DeskFault,
  DeskToday,
  DeskTodayMessage,
} from "../../shared/contract/desk-today.ts";
import { type Currency, minorFigure } from "../../shared/forms/donation.ts";
import { eventTiming } from "../../shared/model/event.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, isoTime } from "../../shared/time.ts";
import { createDocuments } from "../embedded-api/documents.ts";
import { amountLeft } from "../gifts/gift.ts";
import { readContextOf } from "../http/request-log.ts";
import { failedMails } from "../mail/mails.ts";
import * as desk from "./desk.ts";
import { stateOf } from "./entry-own.ts";
import { isSourceOurs } from "./forms.ts";
import { countStates, listMessages, UNFILTERED } from "./message-list.ts";
import { idOf } from "./website/documents.ts";

/** The most rows of each part of the page. */
const SHOWN = 5;

/** The longest wait for the events of a slow source. The page does not wait longer for them. */
const EVENTS_MS = 800;

/** Returns the day in East Africa, such as `2026-11-28`. */
const dayAt = (ms: number): string => isoTime(ms + EAST_AFRICA_OFFSET_MS).slice(0, 10);

async function readMessages({ store }: FastifyInstance): Promise<DeskTodayMessage[]> {
  const { rows } = await listMessages(store.db, { ...UNFILTERED, page: 1 });
  return rows.slice(0, SHOWN).map(({ reference, form, receivedAt, name, subject, excerpt }) => ({
    reference,
    isGift: form === "gift",
    receivedAt,
    name,
    subject,
    excerpt,
  }));
}

/** Counts what is new and came before yesterday. The list of messages has the same rows for the day. */
async function readOverdue({ store, clock }: FastifyInstance): Promise<DeskToday["overdue"]> {
  const day = dayAt(clock() - 3 * DAY_MS);
  const counts = await countStates(store.db, { ...UNFILTERED, to: day });
  return { count: counts.new, day };
}

async function readGifts({ giving, store, clock }: FastifyInstance): Promise<DeskToday["gifts"]> {
  const month = dayAt(clock()).slice(0, 7);
  const received = await giving.gifts.list({ state: "paid", month });
  const sums = new Map<Currency, number>();
  for (const gift of received)
    sums.set(gift.currency, (sums.get(gift.currency) ?? 0) + amountLeft(gift));
  const { pledges } = await store.db
    .selectFrom("gifts")
    .select(({ fn }) => fn.countAll<number>().as("pledges"))
    .where("state", "=", "pledged")
    .executeTakeFirstOrThrow();
  return {
    month,
    sums: [...sums].map(([currency, minor]) => minorFigure(minor, currency)),
    count: received.length,
    pledges: Number(pledges),
  };
}

async function readEvents(reply: FastifyReply): Promise<DeskToday["events"]> {
  const { siteData, clock } = reply.server;
  const data = siteData.dataFor(readContextOf(reply.request, reply));
  const found = await Promise.race([
    data.list("events", { order: "latest-first" }),
    wait(EVENTS_MS, null, { ref: false }),
  ]);
  if (found?.kind !== "ok") return null;
  const coming = found.data.items.filter((event) => {
    const timing = eventTiming(event, clock());
    return timing === "upcoming" || timing === "now";
  });
  return coming.reverse().slice(0, SHOWN);
}

/** Returns the stories and the documents of the website that are saved and not published. */
async function readDrafts(app: FastifyInstance): Promise<DeskDraft[]> {
  const { store, clock, contentEdits } = app;
  const edits = await contentEdits.all();
  const documents = edits.filter(({ state }) => state === "draft");
  const news = createDocuments(store, "news", () => new Date(clock()));
  const stories = isSourceOurs(app) ? await news.list() : [];
  const drafts = stories.filter((item) => stateOf(item, clock()) === "draft");
  return [
    ...drafts.map(({ id, document }) => ({
      kind: "news" as const,
      id: String(id),
      title: String(document.title),
    })),
    ...documents.map(({ name }) => ({
      kind: "website" as const,
      id: idOf(name),
      title: name,
    })),
  ];
}

async function readFaults({ mails, store, clock, source, giving }: FastifyInstance) {
  const faults: DeskFault[] = [];
  if (mails === null) faults.push("noMail");
  else {
    if (mails.fault !== null) faults.push("mailWaits");
    if ((await failedMails(store.db, clock(), 1)).length > 0) faults.push("mailFailed");
  }
  const isSourceFaulty = source.health.read().some(({ fault }) => fault !== null);
  if (isSourceFaulty || source.breaker() !== "closed") faults.push("source");
  const provider = giving.payments?.provider;
  if (provider !== undefined && provider.http.breaker() !== "closed") faults.push("payments");
  return faults;
}

/** Shows the first page of the desk: what there is to do today. */
export async function sendToday(reply: FastifyReply): Promise<FastifyReply> {
  const { server } = reply;
  const [messages, overdue, gifts, events, drafts, faults] = await Promise.all([
    readMessages(server),
    readOverdue(server),
    readGifts(server),
    readEvents(reply),
    readDrafts(server),
    readFaults(server),
  ]);
  const today = { messages, overdue, gifts, events, drafts, faults };
  return desk.sendDeskPage(reply, { kind: "today", today });
}
