import states from "../../../content/words/en/gift.json";
import { locale } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/thanks.json";
import {
  type GiftStory,
  type GiftView,
  type MonthlyGift,
  STILL,
} from "../../../shared/contract/page-renderer.ts";
import { fill } from "../../../shared/fill.ts";
import { amountOfMinor, minorFigure } from "../../../shared/forms/donation.ts";
import { grouped } from "../../../shared/forms/field.ts";
import { formActions } from "../../../shared/forms/form-names.ts";
import { payableAccounts } from "../../../shared/forms/gift-forms.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import form from "../../components/forms/form.module.css";
import { Button, ButtonLink } from "../../components/links/button.tsx";
import { Link, OutsideLink } from "../../components/links/link.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { type Fact, Facts } from "../../components/sections/facts.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./giving.module.css";

type Content = ContentOf<"thanks">;

interface Props {
  gift: GiftView;
  content: Content;
}

/** Returns the path of the page of a gift, where its buttons post to. */
const giftPath = ({ reference }: Pick<GiftView, "reference">): string =>
  `/donate/thanks/${reference}`;

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

type Asked = Pick<PageProps<Content>, "params" | "search">;

/** Returns whether the page asks for a reference, before anybody has given one. */
const asksFirst = ({ params, search }: Asked): boolean =>
  params.reference === "find" && !search.has("reference");

const NoSuchGift = ({ contact, isFirst }: Pick<Content, "contact"> & { isFirst: boolean }) => (
  <>
    {isFirst ? (
      <PageHeader title={words.find.title} />
    ) : (
      <PageHeader title={words.noGift} subtitle={words.noGiftText} />
    )}
    <div className={`${styles.page} column band stack loose`}>
      {!isFirst && (
        <p>
          {words.ifRight.before}
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
          {words.ifRight.after}
        </p>
      )}
      <form className="panel stack" action={siteHref("/donate/thanks/find")}>
        <p>{words.find.text}</p>
        <div className={form.field}>
          <label htmlFor="reference">{words.find.field}</label>
          <input
            id="reference"
            name="reference"
            className={form.control}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </div>
        <p>
          <Button type="submit">{words.find.show}</Button>
        </p>
      </form>
      <p>
        <ButtonLink href={formActions.donation} variant="gold">
          {words.donate}
        </ButtonLink>
      </p>
    </div>
  </>
);

/** The id of the element that says what a button has done. */
const DONE_ID = "done";

/**
 * Renders a value to copy, in a field as high as its text. The field takes focus, so that the value can be selected by keyboard. The button
 * works by `client/entry-gift.ts`, and is not there without scripts.
 */
const Copyable = ({ label, value }: { label: string; value: string }) => (
  <div className={styles.copyable}>
    <label>
      <span className="muted">{label}</span>
      <span className={styles.copy} data-value={value}>
        <textarea readOnly rows={1} value={value} />
      </span>
    </label>
    <Button
      className={`${styles.copyButton} scripted screen`}
      aria-label={fill(words.copyOne, { label })}
      data-copy={value}
      data-copied={words.copied}
    >
      {words.copy}
    </Button>
  </div>
);

/** Renders the accounts that the gift can be sent to, or how to get one while there is none. */
function Accounts({ gift, content: { accounts, warning, contact } }: Props) {
  const { currency, reference } = gift;
  const open = payableAccounts(accounts, currency);
  const subject = encodeURIComponent(fill(words.subject, { reference }));
  if (open.length === 0)
    return (
      <>
        <p>{warning}</p>
        <p>
          <a className="touch" href={`mailto:${contact.email.address}?subject=${subject}`}>
            {`${words.askAccount}: ${contact.email.address}`}
          </a>
        </p>
      </>
    );
  return open.map(({ id, title, numbers, referenceAs }) => (
    <section key={id} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      <div className={styles.numbers}>
        {numbers.map(({ label, value }) => (
          <Copyable key={label} label={label} value={value ?? ""} />
        ))}
      </div>
      <p className="muted small">{fill(words.putReference, { field: referenceAs })}</p>
    </section>
  ));
}

/** Renders the button that e-mails the details. Where the site cannot, the donor's own mail program takes them. */
function EmailMe({ gift, text }: { gift: GiftView; text: string }) {
  const { reference, canEmail } = gift;
  const page = useRequest().origin + siteHref(giftPath(gift));
  const body = [`${words.amount}: ${giftFigure(gift)}`, `${words.reference}: ${reference}`, page];
  const subject = fill(words.subject, { reference });
  const href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.join("\r\n"))}`;
  if (!canEmail)
    return (
      <p className="screen">
        <ButtonLink href={href} variant="plain">
          {text}
        </ButtonLink>
      </p>
    );
  return (
    <form className="screen" method="post" action={siteHref(giftPath(gift))}>
      <Button type="submit" name="email" value="1">
        {text}
      </Button>
    </form>
  );
}

/** Renders the steps of a pledge: amount and reference first, since nothing else is needed once the donor knows the account. */
function Steps({ gift, content }: Props) {
  const { currency, reference, frequency } = gift;
  const { pledged } = states;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">{words.steps}</h2>
      <ol className={`${styles.steps} stack`} role="list">
        <li className="panel stack">
          <h3>{words.copyStep}</h3>
          <div className={styles.numbers}>
            <Copyable
              label={fill(words.amountIn, { currency })}
              value={amountOfMinor(gift.amountMinor)}
            />
            <Copyable label={words.paymentReference} value={reference} />
          </div>
        </li>
        <li className="panel stack">
          <h3>{words.sendStep}</h3>
          <p>{frequency === "monthly" ? pledged.monthly : pledged.send}</p>
          <Accounts gift={gift} content={content} />
        </li>
        <li className="panel stack">
          <h3>{words.receiptStep}</h3>
          <p>{pledged.receipt}</p>
          <EmailMe gift={gift} text={words.email} />
        </li>
      </ol>
    </section>
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
function GiftFacts({ gift, content: { purposes, identity, receipt, offices, contact } }: Props) {
  const isPaid = gift.state === "paid";
  // A purpose that the content no longer has is shown by its stored name.
  const purpose = purposes.find(({ value }) => value === gift.purpose)?.label ?? gift.purpose;
  const day = <DateText key="day" at={gift.since} precision={isPaid ? "day" : "time"} />;
  const paidBack = gift.refundedMinor > 0 ? minorFigure(gift.refundedMinor, gift.currency) : "";
  const addresses = offices.map(({ addressLines, country }) =>
    [...addressLines, country].join(", "),
  );
  const facts: Fact[] = [
    [words.donor, gift.receipt?.name ?? ""],
    [words.reference, gift.reference],
    [words.amount, giftFigure(gift)],
    [words.paidBack, paidBack],
    [words.purpose, purpose],
    [isPaid ? words.receivedOn : words.date, day],
    [words.receivedBy, isPaid ? identity.name : ""],
    [words.address, isPaid ? addresses.join("; ") : ""],
    [words.registration, isPaid ? receipt.registration : ""],
    [words.inReturn, isPaid ? receipt.inReturn : ""],
    [words.contact, isPaid ? contact.email.address : ""],
  ];
  return (
    <section className="panel stack" aria-labelledby="gift">
      <h2 id="gift">{isPaid ? words.receipt : words.yourGift}</h2>
      <Facts className={styles.numbers} facts={facts} />
      <p className="screen">{isPaid ? words.keepReceipt : words.keepCopy}</p>
      {isPaid && gift.canEmail && <EmailMe gift={gift} text={words.emailReceipt} />}
    </section>
  );
}

/** Asks for what the donor alone knows, before a receipt shows the donor's name. */
function OpenReceipt({ gift }: { gift: GiftView }) {
  if (gift.opensBy === null || gift.receipt !== null) return null;
  const { title, text, show } = words.openReceipt;
  const label = words.openReceipt[gift.opensBy];
  return (
    <section className="panel stack screen" aria-labelledby="open">
      <h2 id="open">{title}</h2>
      <p>{text}</p>
      <form className="stack" method="post" action={siteHref(giftPath(gift))}>
        <div className={form.field}>
          <label htmlFor="known">{label}</label>
          <input
            id="known"
            name="known"
            className={form.control}
            inputMode={gift.opensBy === "phone" ? "numeric" : "email"}
            autoComplete={gift.opensBy === "phone" ? "off" : "email"}
            required
          />
        </div>
        <p>
          <Button type="submit">{show}</Button>
        </p>
      </form>
    </section>
  );
}

type DoneName = keyof typeof words.done;

/** Says what a button of this page has done. */
function Done({ name }: { name: string | null }) {
  if (name === null || !Object.hasOwn(words.done, name)) return null;
  const isGood = name === "emailed";
  return (
    <Banner kind={isGood ? "good" : "bad"} id={DONE_ID} role="status" className="screen">
      <p>{words.done[name as DoneName]}</p>
    </Banner>
  );
}

const monthNames = new Intl.DateTimeFormat(locale, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Renders a monthly gift: its payments, a month that is missing, and the button that ends it. */
function Monthly({ gift, monthly }: { gift: GiftView; monthly: MonthlyGift }) {
  const { state, missed, payments } = monthly;
  const texts = words.monthly;
  const isOpen = state !== "stopped" && state !== "stopping";
  const month = missed === "" ? "" : monthNames.format(new Date(`${missed}-01T00:00:00Z`));
  return (
    <section id="monthly" className="panel stack" aria-labelledby="monthly-title">
      <h2 id="monthly-title">{texts.title}</h2>
      {month !== "" && (
        <Banner kind="bad">
          <p>{fill(texts.missed, { month })}</p>
        </Banner>
      )}
      {state !== "expected" && <p>{texts[state]}</p>}
      {payments.length > 0 && (
        <>
          <h3>{texts.payments}</h3>
          <ul className="stack tight" role="list">
            {payments.map((payment) => (
              <li key={payment.reference}>
                <a className="touch" href={siteHref(giftPath(payment))}>
                  <DateText at={payment.at} precision="day" />
                  <span>{` ${minorFigure(payment.amountMinor, payment.currency)}`}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {isOpen && (
        <form className="screen" method="post" action={siteHref(giftPath(gift))}>
          <Button type="submit" name="stop" value="1">
            {state === "charged" ? texts.stop : texts.stopReminders}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Renders a story with its picture. */
function Story({ story }: { story: GiftStory }) {
  const { path, title, at, image, picture, language } = story;
  return (
    <li className="stack tight">
      {image && <ContentPicture image={image.key} alt={image.alt} shape="wide" place="tile" />}
      {!image && <ItemPicture picture={picture} id={path} topics={[]} />}
      <Link to={path} {...inLanguage(language)}>
        {title}
      </Link>
      <p className="muted small">
        <DateText at={at} precision="day" />
      </p>
    </li>
  );
}

/** Goes on after the thanks: when the gift came, what it is spent on with the line of the ledger, and stories since then. */
function Became({ gift, content: { purposes, projects } }: Props) {
  if (gift.state !== "paid") return null;
  const texts = words.became;
  const label = purposes.find(({ value }) => value === gift.purpose)?.label ?? gift.purpose;
  const line = projects.items.find(({ link }) => link.endsWith(`/${gift.purpose}`));
  const figure = ({ amount }: { amount: number }) => grouped(amount);
  return (
    <section className="stack screen" aria-labelledby="became">
      <h2 id="became">{texts.title}</h2>
      <ol className={`${styles.line} stack`} role="list">
        <li>
          <h3>{texts.received}</h3>
          <p>
            <DateText at={gift.since} precision="day" />
          </p>
        </li>
        <li>
          <h3>{texts.spent}</h3>
          <p>{label}</p>
          {line && (
            <p>{fill(texts.ledger, { spent: figure(line.spent), budget: figure(line.budget) })}</p>
          )}
          <p>
            <Link className="touch" to="/where-the-money-goes#projects">
              {texts.ledgerLink}
            </Link>
          </p>
        </li>
        <li>
          <h3>{texts.stories}</h3>
          {gift.stories.length === 0 && <p className="muted">{texts.noStories}</p>}
          {gift.stories.length > 0 && (
            <ul className="grid" role="list">
              {gift.stories.map((story) => (
                <Story key={story.path} story={story} />
              ))}
            </ul>
          )}
        </li>
      </ol>
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
function ThanksPage({ content, data: gift, params, search }: PageProps<Content, GiftView>) {
  if (gift === null)
    return <NoSuchGift contact={content.contact} isFirst={asksFirst({ params, search })} />;
  const { title, state, next } = giftWords(gift);
  return (
    <>
      <PageHeader title={title} />
      <div className={`${styles.page} column band stack loose`}>
        <Done name={search.get("done")} />
        <Banner kind={BANNERS[gift.state]} data-state={gift.state}>
          <p className="large semibold">{state}</p>
          {gift.otherPayment && gift.state !== "paid" && (
            <p>
              {fill(words.otherPayment, {
                figure: minorFigure(gift.otherPayment.amountMinor, gift.otherPayment.currency),
              })}
            </p>
          )}
          {gift.state === "pending" && <LookAgain isStill={search.has(STILL)} />}
        </Banner>
        {gift.state === "pledged" ? (
          <Steps gift={gift} content={content} />
        ) : (
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
        )}
        <GiftFacts gift={gift} content={content} />
        <OpenReceipt gift={gift} />
        {gift.monthly && <Monthly gift={gift} monthly={gift.monthly} />}
        <Became gift={gift} content={content} />
        <After gift={gift} content={content} />
      </div>
    </>
  );
}

function titleOf(gift: GiftView | null, asked: Asked): string {
  if (gift) return giftWords(gift).title;
  return asksFirst(asked) ? words.find.title : words.noGift;
}

export const page = definePage<Content, GiftView>({
  Page: ThanksPage,
  hydrate: "use",
  hasCopyScript: true,
  status: ({ data: gift, ...asked }) => (gift || asksFirst(asked) ? 200 : 404),
  head: ({ data: gift, ...asked }) => ({
    title: titleOf(gift, asked),
    description: "",
    noindex: true,
  }),
});
