import gift from "../../content/words/en/gift.json" with { type: "json" };
import words from "../../content/words/en/mail.json" with { type: "json" };
import swGift from "../../content/words/sw/gift.json" with { type: "json" };
import swWords from "../../content/words/sw/mail.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import { minorFigure } from "../../shared/forms/donation.ts";
import { senderName } from "../forms/message-texts.ts";
import { type Gift, giftPage } from "../gifts/gift.ts";
import { accountLines, type Letter, type Place, paragraphs } from "./letters.ts";

const texts = { en: { words, gift }, sw: { words: swWords, gift: swGift } } as const;

/** Composes the mail that reminds a donor of a monthly gift that the donor sends. Null without an address. */
export function reminderLetter(given: Gift, place: Place, month: string): Letter | null {
  const { reference, donor, language, currency, amountMinor } = given;
  if (!donor?.email) return null;
  const { words } = texts[language];
  const { subject, text, stop } = words.reminder;
  const content = place.content.in(language);
  return {
    reference: `${reference}.reminder-${month}`,
    recipient: donor.email,
    subject: fill(subject, { reference }),
    text: paragraphs(
      words.hello,
      fill(text, { figure: minorFigure(amountMinor, currency) }),
      ...accountLines(given, content),
      [stop, `${place.origin}${giftPage(reference, language)}#monthly`],
      [words.signature, content.frame.name],
    ),
  };
}

/** Composes the mails that tell donor and office of a month whose payment is missing. */
export function missedLetters(given: Gift, place: Place, month: string): (Letter | null)[] {
  const { reference, donor, language, currency, amountMinor } = given;
  const figure = minorFigure(amountMinor, currency);
  const office: Letter = {
    reference: `${reference}.missed-${month}.office`,
    recipient: place.office,
    replyTo: donor?.email || null,
    subject: `Monthly gift missing ${reference}: ${figure}, ${month}`,
    text: paragraphs(senderName(given), `${place.origin}/staff/gifts/${reference}`),
  };
  if (!donor?.email) return [office];
  const { words } = texts[language];
  const { subject, text } = words.missed;
  const toDonor: Letter = {
    reference: `${reference}.missed-${month}`,
    recipient: donor.email,
    subject: fill(subject, { reference }),
    text: paragraphs(
      words.hello,
      fill(text, { figure, month }),
      [words.reminder.stop, `${place.origin}${giftPage(reference, language)}#monthly`],
      [words.signature, place.content.in(language).frame.name],
    ),
  };
  return [toDonor, office];
}
