import { accounts, warning } from "../../../content/giving.json";
import { contact, identity } from "../../../content/site.json";
import type { GiftView } from "../../../shared/contract/gift-view.ts";
import { STILL } from "../../../shared/contract/gift-view.ts";
import { amountOfMinor } from "../../../shared/forms/donation.ts";
import { formActions } from "../../../shared/forms/form-names.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useGift } from "../../data/gift-context.ts";
import { useOrigin } from "../../data/origin-context.ts";
import { definePage, type PageProps } from "../../page.ts";
import { giftFigure, giftWords, purposeLabel } from "./gift-words.ts";
import styles from "./giving.module.css";

function NoSuchGift() {
  return (
    <>
      <PageHeader
        title="We Know No Such Gift"
        standfirst="No gift has this reference. Please compare it with the one you were given, letter by letter."
      />
      <div className={styles.page}>
        <p>
          If it is right, please write to{" "}
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>, and we will look
          for your gift.
        </p>
        <p>
          <ButtonLink href={formActions.donation} variant="gold">
            Donate
          </ButtonLink>
        </p>
      </div>
    </>
  );
}

/** A number to copy: a field that takes focus, so that a keyboard can select it too. */
function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <label>
      <span>{label}</span>
      <input readOnly value={value} />
    </label>
  );
}

/** Where a promised gift is sent. */
function Accounts({ gift }: { gift: GiftView }) {
  const { currency, reference } = gift;
  const open = accounts.filter(({ currencies }) => currencies.some((one) => one === currency));
  return (
    <>
      {warning && <p className={styles.warning}>{warning}</p>}
      {open.map(({ id, title, numbers, referenceAs }) => (
        <section key={id} className={styles.panel} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <div className={styles.numbers}>
            {numbers.map(({ label, value }) => (
              <Copyable key={label} label={label} value={value} />
            ))}
            <Copyable label={referenceAs} value={reference} />
            <Copyable label={`Amount in ${currency}`} value={amountOfMinor(gift.amountMinor)} />
          </div>
        </section>
      ))}
    </>
  );
}

/** The server reloads the page by a header (`STILL`); who is disturbed by that turns it off (WCAG 2.2.1). */
const LookAgain = ({ isStill }: { isStill: boolean }) => (
  <ul className={`${styles.ways} ${styles.screen}`} role="list">
    <li>
      <a href={isStill ? `?${STILL}` : "?"}>Look again now</a>
    </li>
    <li>
      {isStill ? (
        <a href="?">Look for the answer by itself</a>
      ) : (
        <a href={`?${STILL}`}>Do not reload by itself</a>
      )}
    </li>
  </ul>
);

/** What the gift is; of a paid one, a receipt. It says nothing about tax. */
function Facts({ gift }: { gift: GiftView }) {
  const isPaid = gift.paidAt !== null;
  return (
    <section className={styles.panel} aria-labelledby="gift">
      <h2 id="gift">{isPaid ? "Receipt" : "Your gift"}</h2>
      <dl>
        <div>
          <dt>Reference</dt>
          <dd>{gift.reference}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>{giftFigure(gift)}</dd>
        </div>
        <div>
          <dt>What it is for</dt>
          <dd>{purposeLabel(gift)}</dd>
        </div>
        <div>
          <dt>{isPaid ? "Received on" : "Date"}</dt>
          <dd>
            <DateText at={gift.paidAt ?? gift.since} precision="time" />
          </dd>
        </div>
        {isPaid && (
          <div>
            <dt>Received by</dt>
            <dd>{identity.name}</dd>
          </div>
        )}
      </dl>
      <p className={styles.screen}>
        To keep {isPaid ? "the receipt" : "a copy"}, print this page or save its address.
      </p>
    </section>
  );
}

function After({ gift }: { gift: GiftView }) {
  const { reference } = gift;
  const donateUrl = useOrigin() + formActions.donation;
  const words = `I am giving to ${identity.name}. You can, too: ${donateUrl}`;
  const question = `mailto:${contact.email.address}?subject=${encodeURIComponent(`My gift ${reference}`)}`;
  return (
    <section className={`${styles.group} ${styles.screen}`} aria-labelledby="after">
      <h2 id="after">A question, or a friend who would give?</h2>
      <ul className={styles.ways} role="list">
        <li>
          <a href={question}>Ask us about this gift</a>
        </li>
        <li>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(words)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Share on WhatsApp<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
        <li>
          <a href={`mailto:?body=${encodeURIComponent(words)}`}>Share by e-mail</a>
        </li>
      </ul>
    </section>
  );
}

/** The page of one gift: what is true of it, by its state. The server renders it alone. */
function ThanksPage({ search }: PageProps) {
  const gift = useGift();
  if (gift === null) return <NoSuchGift />;
  const { title, state, next } = giftWords(gift);
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page}>
        <div className={styles.state} data-state={gift.state}>
          <p>{state}</p>
          {gift.state === "pending" && <LookAgain isStill={search.has(STILL)} />}
        </div>
        <section className={`${styles.group} ${styles.screen}`} aria-labelledby="next">
          <h2 id="next">What happens next</h2>
          <ol className={styles.steps}>
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {gift.state === "failed" && (
            <p>
              <ButtonLink href={formActions.donation} variant="gold">
                Try Again
              </ButtonLink>
            </p>
          )}
        </section>
        {gift.state === "pledged" && <Accounts gift={gift} />}
        <Facts gift={gift} />
        <After gift={gift} />
      </div>
    </>
  );
}

export const page = definePage({
  Page: ThanksPage,
  status: ({ gift }) => (gift ? 200 : 404),
  head: ({ gift, path }) => ({
    title: gift ? giftWords(gift).title : "We Know No Such Gift",
    description: "",
    canonicalPath: path,
    noindex: true,
  }),
});
