import states from "../../../content/words/en/gift.json";
import * as words from "../../../content/words/en/thanks.json";
import { type GiftView, STILL } from "../../../shared/contract/page-renderer.ts";
import { fill } from "../../../shared/fill.ts";
import { amountOfMinor, minorFigure } from "../../../shared/forms/donation.ts";
import { formActions } from "../../../shared/forms/form-names.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { OutsideLink } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { type Fact, Facts } from "../../components/sections/facts.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./giving.module.css";

type Content = ContentOf<"thanks">;

interface Props {
  gift: GiftView;
  content: Content;
}

const giftFigure = ({ amountMinor, currency, frequency }: GiftView): string => {
  const figure = minorFigure(amountMinor, currency);
  return frequency === "monthly" ? fill(states.everyMonth, { figure }) : figure;
};

/**
 * Returns the text for the state of a gift. The title is thanks unless the state has its own; the remaining texts, in their order, are the
 * next steps.
 */
function giftWords(gift: GiftView) {
  const words: { title?: string; state: string; monthly?: string } = states[gift.state];
  const { title, state, monthly, ...next } = words;
  const steps = monthly && gift.frequency === "monthly" ? { ...next, send: monthly } : next;
  const name = gift.firstName;
  const thanks = name === null ? states.thankYou : fill(states.thankYouName, { name });
  return {
    title: title ?? thanks,
    state: fill(state, { figure: giftFigure(gift) }),
    next: Object.values<string>(steps),
  };
}

const NoSuchGift = ({ contact }: Pick<Content, "contact">) => (
  <>
    <PageHeader title={words.noGift} subtitle={words.noGiftText} />
    <div className={`${styles.page} column band stack loose`}>
      <p>
        {words.ifRight.before}
        <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
        {words.ifRight.after}
      </p>
      <p>
        <ButtonLink href={formActions.donation} variant="gold">
          {words.donate}
        </ButtonLink>
      </p>
    </div>
  </>
);

/** Renders a value to copy, in a field as high as its text. The field takes focus, so that the value can be selected by keyboard. */
const Copyable = ({ label, value }: { label: string; value: string }) => (
  <label>
    <span className="muted">{label}</span>
    <span className={styles.copy} data-value={value}>
      <textarea readOnly rows={1} value={value} />
    </span>
  </label>
);

function Accounts({ gift, content: { accounts, warning } }: Props) {
  const { currency, reference } = gift;
  const open = accounts.filter(({ currencies }) => currencies.some((one) => one === currency));
  return (
    <>
      {warning && <Banner kind="bad">{warning}</Banner>}
      {open.map(({ id, title, numbers, referenceAs }) => (
        <section key={id} className="panel stack" aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <div className={styles.numbers}>
            {numbers.map(({ label, value, standIn }) => (
              <Copyable key={label} label={label} value={value ?? standIn ?? ""} />
            ))}
            <Copyable label={referenceAs} value={reference} />
            <Copyable
              label={fill(words.amountIn, { currency })}
              value={amountOfMinor(gift.amountMinor)}
            />
          </div>
        </section>
      ))}
    </>
  );
}

/**
 * Links that turn reloading on and off. The server reloads the page by a header (`STILL`), which may disturb some visitors (WCAG 2.2.1).
 */
const LookAgain = ({ isStill }: { isStill: boolean }) => (
  <ul className="links screen" role="list">
    <li>
      <a href={isStill ? `?${STILL}` : "?"}>{words.lookNow}</a>
    </li>
    <li>
      {isStill ? <a href="?">{words.lookByItself}</a> : <a href={`?${STILL}`}>{words.stayStill}</a>}
    </li>
  </ul>
);

/** Renders the facts of a gift; for a paid gift, a receipt. The receipt says nothing about tax. */
function GiftFacts({ gift, content: { purposes, identity } }: Props) {
  const isPaid = gift.state === "paid";
  // A purpose that the content no longer has is shown by its stored name.
  const purpose = purposes.find(({ value }) => value === gift.purpose)?.label ?? gift.purpose;
  const day = <DateText key="day" at={gift.since} precision="time" />;
  const paidBack = gift.refundedMinor > 0 ? minorFigure(gift.refundedMinor, gift.currency) : "";
  const facts: Fact[] = [
    [words.reference, gift.reference],
    [words.amount, giftFigure(gift)],
    [words.paidBack, paidBack],
    [words.purpose, purpose],
    [isPaid ? words.receivedOn : words.date, day],
    [words.receivedBy, isPaid ? identity.name : ""],
  ];
  return (
    <section className="panel stack" aria-labelledby="gift">
      <h2 id="gift">{isPaid ? words.receipt : words.yourGift}</h2>
      <Facts className={styles.numbers} facts={facts} />
      <p className="screen">{isPaid ? words.keepReceipt : words.keepCopy}</p>
    </section>
  );
}

function After({ gift, content: { identity, contact } }: Props) {
  const { reference } = gift;
  const url = useRequest().origin + siteHref(formActions.donation);
  const text = fill(words.share, { name: identity.name, url });
  const question = `mailto:${contact.email.address}?subject=${encodeURIComponent(fill(words.subject, { reference }))}`;
  return (
    <section className="stack screen" aria-labelledby="after">
      <h2 id="after">{words.after}</h2>
      <ul className="links" role="list">
        <li>
          <a href={question}>{words.ask}</a>
        </li>
        <li>
          <OutsideLink href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
            {words.whatsapp}
          </OutsideLink>
        </li>
        <li>
          <a href={`mailto:?body=${encodeURIComponent(text)}`}>{words.byEmail}</a>
        </li>
      </ul>
    </section>
  );
}

/** The kind of banner that shows the state of a gift. */
const BANNERS = {
  pledged: "info",
  pending: "info",
  paid: "good",
  failed: "bad",
  cancelled: "info",
  refunded: "info",
} as const satisfies Record<GiftView["state"], string>;

/** The page of one gift, with the text for its state. The server renders this page alone. */
function ThanksPage({ content, data: gift, search }: PageProps<Content, GiftView>) {
  if (gift === null) return <NoSuchGift contact={content.contact} />;
  const { title, state, next } = giftWords(gift);
  return (
    <>
      <PageHeader title={title} />
      <div className={`${styles.page} column band stack loose`}>
        <Banner kind={BANNERS[gift.state]} data-state={gift.state}>
          <p className="large semibold">{state}</p>
          {gift.state === "pending" && <LookAgain isStill={search.has(STILL)} />}
        </Banner>
        <section className="stack screen" aria-labelledby="next">
          <h2 id="next">{words.next}</h2>
          <ol className="bullets stack tight">
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {gift.state === "failed" && (
            <p>
              <ButtonLink href={formActions.donation} variant="gold">
                {words.tryAgain}
              </ButtonLink>
            </p>
          )}
        </section>
        {gift.state === "pledged" && <Accounts gift={gift} content={content} />}
        <GiftFacts gift={gift} content={content} />
        <After gift={gift} content={content} />
      </div>
    </>
  );
}

export const page = definePage<Content, GiftView>({
  Page: ThanksPage,
  hydrate: "use",
  status: ({ data: gift }) => (gift ? 200 : 404),
  head: ({ data: gift }) => ({
    title: gift ? giftWords(gift).title : words.noGift,
    description: "",
    noindex: true,
  }),
});
