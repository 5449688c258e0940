import type { FastifyInstance } from "fastify";
import type { DeskGiftForm } from "../../shared/contract/desk.ts";
import { amountOfMinor, minorUnits, readAmount } from "../../shared/forms/donation.ts";
import { MAX } from "../../shared/forms/field.ts";
import { isoTime } from "../../shared/time.ts";
import { isEmailAddress } from "../email-address.ts";
import { decimalsOf } from "../forms/forms.ts";
import { dayOf, type Gift, type GiftFacts, METHODS } from "../gifts/gift.ts";
import { stripInvisible } from "../source/text/clean-text.ts";

type Fields = Readonly<Record<string, string>>;

/** The most letters of each text about a donor or a receipt. */
const MOST: Readonly<Record<string, number>> = {
  firstName: MAX.name,
  lastName: MAX.name,
  email: MAX.email,
  phone: MAX.phone,
  receiptNumber: 50,
};

/** The first day that a gift can have been received on: an earlier one is a slip of the keyboard. */
const FIRST_DAY = "2000-01-01";

const tidy = (text = "") =>
  stripInvisible(text)
    .trim()
    .replace(/[^\S\n]+/g, " ");

/** Returns whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Returns today in Tanzania. */
export const today = ({ clock }: Pick<FastifyInstance, "clock">): string => dayOf(isoTime(clock()));

/** Returns the values of a form for a gift that is to be received or corrected. */
export function formOf(gift: Gift, app: FastifyInstance): Fields {
  const { amountMinor, currency, purpose, method, receivedOn, receiptNumber, donor } = gift;
  return {
    amount: amountOfMinor(
      gift.otherPayment?.currency === currency ? gift.otherPayment.amountMinor : amountMinor,
    ),
    currency,
    purpose,
    method: method ?? "",
    receivedOn: receivedOn ?? today(app),
    receiptNumber: receiptNumber ?? "",
    isThanked: gift.isThanked ? "yes" : "no",
    mayName: gift.mayName ? "yes" : "no",
    firstName: donor?.firstName ?? "",
    lastName: donor?.lastName ?? "",
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
  };
}

function textErrors(fields: Fields, errors: Record<string, { code: string; max?: number }>): void {
  for (const [name, max] of Object.entries(MOST)) {
    const text = tidy(fields[name]);
    if (/[\n\r]/.test(text)) errors[name] = { code: "line" };
    else if (text.length > max) errors[name] = { code: "tooLong", max };
  }
  const email = tidy(fields.email);
  if (email !== "" && !errors.email && !isEmailAddress(email)) errors.email = { code: "email" };
}

function dayError(day: string, app: FastifyInstance): { code: string } | null {
  if (day === "") return { code: "required" };
  if (!isDay(day) || day < FIRST_DAY) return { code: "day" };
  return day > today(app) ? { code: "futureDay" } : null;
}

/** Reads what staff have typed about a gift. Nothing typed becomes another value: what cannot be read is an error of its field. */
export function readFacts(
  fields: Fields,
  app: FastifyInstance,
): {
  facts: Required<Pick<GiftFacts, "amountMinor" | "currency" | "purpose">> & GiftFacts;
  errors: DeskGiftForm["errors"];
} {
  const { donate, giving } = app.content.in("en").documents;
  const errors: Record<string, { code: string; max?: number }> = {};
  const currency = tidy(fields.currency);
  if (!donate.currencies.some(({ value }) => value === currency))
    errors.currency = { code: "required" };
  const typed = tidy(fields.amount);
  const amount = readAmount(typed, decimalsOf({ donate }, currency));
  if (typed === "") errors.amount = { code: "required" };
  else if (amount === null) errors.amount = { code: "amount" };
  const purpose = tidy(fields.purpose);
  if (!giving.purposes.some(({ value }) => value === purpose))
    errors.purpose = { code: "required" };
  const method = METHODS.find((one) => one === fields.method);
  if (method === undefined) errors.method = { code: "required" };
  const receivedOn = tidy(fields.receivedOn);
  const wrongDay = dayError(receivedOn, app);
  if (wrongDay !== null) errors.receivedOn = wrongDay;
  textErrors(fields, errors);
  const [firstName, lastName, email, phone] = ["firstName", "lastName", "email", "phone"].map(
    (name) => tidy(fields[name]),
  );
  const isKnown = [firstName, lastName, email, phone].some(Boolean);
  const donor = isKnown
    ? {
        firstName: firstName ?? "",
        lastName: lastName ?? "",
        email: email ?? "",
        phone: phone || null,
      }
    : null;
  const facts = {
    amountMinor: minorUnits(amount ?? "0"),
    currency,
    purpose,
    method,
    receivedOn,
    receiptNumber: tidy(fields.receiptNumber) || undefined,
    isThanked: fields.isThanked !== "no",
    mayName: fields.mayName === "yes",
    donor,
  };
  return { facts, errors };
}
