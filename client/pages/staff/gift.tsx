import * as words from "../../../content/words/en/desk.json";
import * as giftWords from "../../../content/words/en/desk-gifts.json";
import * as donation from "../../../content/words/en/pledge.json";
import type {
  DeskGift,
  DeskGiftChange,
  DeskGiftForm,
  DeskPage,
} from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import type { ContentOf } from "../../page-content.ts";
import { mailto } from "./contact-links.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  DeskFrame,
  errorOf,
  type FieldProps,
  FormField,
  moment,
  Panel,
  RecordPage,
  Stale,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { anyOf, List } from "./lists.tsx";

/** The props of the view of a kind of page, with the content that names the choices of a gift. */
export type ContentView<Kind extends DeskPage["kind"]> = View<Kind> & {
  content: ContentOf<"desk">;
};

/** Returns the donor's name, or why there is none. */
const donorName = ({ name, isUnnamed }: Pick<DeskGift, "name" | "isUnnamed">): string =>
  name || (isUnnamed ? words.nobody : words.forgottenDonor);

export const GiftList = ({ page: data, content }: ContentView<"gifts">) => {
  const { filter, errors, rows, isLast } = data;
  const { page, ...shown } = filter;
  const currencies = Object.fromEntries(content.currencies.map(({ value }) => [value, value]));
  return (
    <List
      section="gifts"
      filter={shown}
      errors={errors}
      page={page}
      isLast={isLast}
      none={words.none.gifts}
      kept={words.giftsKept}
      columns={[
        words.name,
        words.amount,
        words.state,
        words.receivedOn,
        words.pledgedOn,
        words.reference,
      ]}
      rows={rows.map(({ reference, createdAt, receivedAt, amount, state, ...row }) => ({
        href: withQuery(`/staff/gifts/${reference}`, { ...shown, page: page > 1 ? page : null }),
        name: donorName(row),
        cells: [
          amount,
          wordOf(words.giftStates, state),
          receivedAt === null ? "–" : moment(receivedAt),
          moment(createdAt),
          reference,
        ],
      }))}
      fields={[
        { name: "state", label: words.state, options: anyOf(words.giftStates) },
        { name: "currency", label: words.currency, options: anyOf(currencies) },
        { name: "month", label: words.month, type: "month", placeholder: "2026-11" },
      ]}
    >
      <p className="links screen">
        <Link className="touch" to="/staff/gifts/new">
          {giftWords.begin}
        </Link>
        <Link className="touch" to="/staff/gifts/totals">
          {giftWords.totals}
        </Link>
      </p>
    </List>
  );
};

const labelOf = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen;

type GiftPage = View<"gift">["page"];

/** Renders the note as a field of several lines, because Enter in a field of one line would press the first button. */
const Note = ({ note }: { note: string }) => (
  <FormField name="note" label={words.note} rows={2} given={{ fields: { note }, errors: {} }} />
);

type Content = ContentOf<"desk">;

const optionsOf = (options: readonly { value: string; label: string }[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]));

const yesNo = { yes: giftWords.yes, no: giftWords.no };

/** Returns the fields about money that came. */
const moneyFields = ({ currencies, purposes }: Content): FieldProps[] => [
  { name: "amount", label: giftWords.amount, inputMode: "decimal" },
  { name: "currency", label: giftWords.currency, options: optionsOf(currencies) },
  { name: "receivedOn", label: giftWords.receivedOn, type: "date", placeholder: "2026-11-28" },
  {
    name: "method",
    label: giftWords.method,
    options: { "": giftWords.choose, ...staffMethods },
  },
  { name: "purpose", label: giftWords.purpose, options: optionsOf(purposes) },
  { name: "receiptNumber", label: giftWords.receiptNumber },
  { name: "isThanked", label: giftWords.thanks, options: yesNo },
];

/** The ways of payment that staff choose from: the provider records its own. */
const { online: _, ...staffMethods } = giftWords.methods;

const DONOR_FIELDS: readonly FieldProps[] = [
  { name: "firstName", label: words.fields.firstName },
  { name: "lastName", label: words.fields.lastName },
  { name: "email", label: words.fields.email, inputMode: "email" },
  { name: "phone", label: words.fields.phone, inputMode: "tel" },
  { name: "mayName", label: giftWords.mayName, options: yesNo },
];

const Fields = ({ fields, given }: { fields: readonly FieldProps[]; given: DeskGiftForm }) =>
  fields.map((field) => <FormField key={field.name} {...field} given={given} />);

/** Renders the fields about the donor, in a group of their own. */
const Donor = ({ given }: { given: DeskGiftForm }) => (
  <fieldset className="panel stack">
    <legend className="semibold">{giftWords.donorTitle}</legend>
    <Fields fields={DONOR_FIELDS} given={given} />
  </fieldset>
);

/** Links each error of a form to its field. */
const Problems = ({ given }: { given: DeskGiftForm }) =>
  Object.keys(given.errors).length > 0 && (
    <Banner kind="bad" role="alert">
      <h2 className="large">{words.notSaved}</h2>
      <ul role="list">
        {Object.keys(given.errors).map((name) => (
          <li key={name}>
            <a href={`#field-${name}`}>{errorOf(given, name)}</a>
          </li>
        ))}
      </ul>
    </Banner>
  );

/** Renders the form of a gift that came without the website. */
export function NewGift({ page: { form, partOf }, content }: ContentView<"gift-new">) {
  const title =
    partOf === "" ? giftWords.title : fill(giftWords.anotherTitle, { reference: partOf });
  return (
    <DeskFrame title={title} section="gifts">
      <p className="links screen">
        <Link to="/staff/gifts">{words.back.gifts}</Link>
      </p>
      <Problems given={form} />
      <ActionForm action="/staff/gifts/new" buttons={[["create", giftWords.save]]}>
        <input type="hidden" name="key" value={form.fields.key ?? ""} />
        <input type="hidden" name="partOf" value={partOf} />
        <Fields fields={moneyFields(content)} given={form} />
        <Donor given={form} />
        <FormField name="note" label={words.note} rows={2} given={form} />
      </ActionForm>
    </DeskFrame>
  );
}

/** Renders the form that corrects an entry. The reason is required, and stays in the history. */
function Correction({ gift, ask, content }: QuestionProps) {
  const { reference, version } = gift;
  const path = withQuery(`/staff/gifts/${reference}`, useDesk().filter);
  const { form } = ask;
  const given = { ...form, fields: { ...form.fields, note: ask.note } };
  return (
    <Panel id="question" title={giftWords.correctTitle}>
      <p>{giftWords.correctText}</p>
      <Problems given={given} />
      <ActionForm action={path} buttons={[["correct", giftWords.correctYes]]}>
        <input type="hidden" name="version" value={version} />
        <Fields fields={moneyFields(content)} given={given} />
        <Donor given={given} />
        <FormField name="note" label={giftWords.reason} rows={2} given={given} />
      </ActionForm>
      <TouchLink to={path}>{words.changeQuestions.no}</TouchLink>
    </Panel>
  );
}

interface QuestionProps {
  gift: DeskGift;
  ask: NonNullable<GiftPage["ask"]>;
  content: Content;
}

/** Renders the question before a change, with what the change does and who gets a mail. */
function GiftQuestion({ gift, ask, content }: QuestionProps) {
  const { change, note, form } = ask;
  if (change === "correct") return <Correction gift={gift} ask={ask} content={content} />;
  return <ChangeQuestion gift={gift} change={change} note={note} form={form} content={content} />;
}

interface ChangeProps {
  gift: DeskGift;
  change: DeskGiftChange;
  note: string;
  form: DeskGiftForm;
  content: Content;
}

function ChangeQuestion({ gift, change, note, form, content }: ChangeProps) {
  const { reference, amount, email, isWrittenTo, version } = gift;
  const path = withQuery(`/staff/gifts/${reference}`, useDesk().filter);
  const { title, text, mail, yes } = questionOf(gift, change);
  const values = {
    amount,
    name: donorName(gift),
    email,
    state: wordOf(words.giftStates, gift.undoneState),
  };
  return (
    <Panel id="question" title={fill(title, values)}>
      <p>{fill(text, values)}</p>
      {isWrittenTo && mail !== "" && <p>{fill(mail, values)}</p>}
      <Problems given={form} />
      <ActionForm action={path} buttons={[[change, yes]]}>
        <input type="hidden" name="version" value={version} />
        {change === "paid" && <Fields fields={moneyFields(content)} given={form} />}
        <Note note={note} />
      </ActionForm>
      <TouchLink to={path}>{words.changeQuestions.no}</TouchLink>
    </Panel>
  );
}

/** Renders the payments of a monthly gift, and the way to the next one. */
const Payments = ({ gift: { reference, payments, takesPayments } }: { gift: DeskGift }) => (
  <>
    {payments.length > 0 && (
      <Panel id="payments" title={giftWords.payments}>
        <ul role="list">
          {payments.map((payment) => (
            <li key={payment.reference}>
              <Link className="touch" to={`/staff/gifts/${payment.reference}`}>
                {`${payment.day}: ${payment.amount}`}
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    )}
    {takesPayments && (
      <TouchLink to={withQuery("/staff/gifts/new", { partOf: reference })}>
        {giftWords.another}
      </TouchLink>
    )}
  </>
);

type UndoneState = keyof typeof words.changeQuestions.undo;

/** Returns the state that an undo takes back. Only states that staff set themselves can be taken back. */
const undoneOf = ({ state }: DeskGift): UndoneState =>
  state === "paid" || state === "refunded" ? state : "cancelled";

const questionOf = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.changeQuestions.undo[undoneOf(gift)] : words.changeQuestions[change];

const changeText = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.undo[undoneOf(gift)] : words.changes[change];

export function GiftRecord({ page, content }: ContentView<"gift">) {
  const { purposes, frequencies } = content;
  const { gift, ask, stale } = page;
  const { reference, name, email, phone, changes, actions, version } = gift;
  const { filter } = useDesk();
  return (
    <RecordPage
      title={`${words.gift} ${reference}`}
      section="gifts"
      id={reference}
      actions={actions}
      version={version}
      question={name === "" ? null : words.forgetQuestion}
      answer="forget"
    >
      {stale && <Stale {...stale} />}
      {ask && <GiftQuestion gift={gift} ask={ask} content={content} />}
      <Facts
        className={`${styles.facts} measure stack`}
        facts={[
          [words.state, wordOf(words.giftStates, gift.state)],
          [words.amount, gift.amount],
          [giftWords.otherPayment, gift.otherPayment],
          [words.refundedPart, gift.refundedPart],
          [words.pledgedOn, moment(gift.createdAt)],
          [words.receivedOn, gift.receivedAt === null ? "" : moment(gift.receivedAt)],
          [giftWords.method, gift.method && wordOf(giftWords.methods, gift.method)],
          [giftWords.columns.receiptNumber, gift.receiptNumber],
          [
            giftWords.partOf,
            gift.partOf && <Link to={`/staff/gifts/${gift.partOf}`}>{gift.partOf}</Link>,
          ],
          [giftWords.missed, gift.missed],
          [giftWords.stopped, gift.stoppedAt && moment(gift.stoppedAt)],
          [words.purpose, labelOf(purposes, gift.purpose)],
          [donation.frequency, labelOf(frequencies, gift.frequency)],
          [words.name, donorName(gift)],
          [
            words.fields.email,
            email && (
              <a className="touch" href={mailto(email)}>
                {email}
              </a>
            ),
          ],
          [words.fields.phone, phone],
          [words.mayWrite, gift.mayWrite ? words.yes : words.no],
          [giftWords.mayName, gift.mayName ? words.yes : words.no],
          [words.provider, gift.provider],
        ]}
      />
      <Payments gift={gift} />
      {ask === null && changes.length > 0 && (
        <ActionForm
          action={withQuery(`/staff/gifts/${reference}`, filter)}
          button="ask"
          buttons={changes.map((one) => [one, changeText(gift, one)])}
        >
          <Note note="" />
        </ActionForm>
      )}
      {ask === null && gift.isResendable && (
        <ActionForm
          action={withQuery(`/staff/gifts/${reference}`, filter)}
          buttons={[["resend", giftWords.resend]]}
        />
      )}
      {ask === null && gift.isCorrectable && (
        <TouchLink
          to={`${withQuery(`/staff/gifts/${reference}`, { ...filter, ask: "correct" })}#question`}
        >
          {giftWords.correct}
        </TouchLink>
      )}
    </RecordPage>
  );
}
