import * as words from "../../../content/words/en/desk.json";
import * as donation from "../../../content/words/en/pledge.json";
import type { DeskGift, DeskGiftChange, DeskPage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Facts } from "../../components/sections/facts.tsx";
import type { ContentOf } from "../../page-content.ts";
import { mailto } from "./contact-links.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
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

export const GiftList = ({ page: { filter, errors, rows, isLast } }: View<"gifts">) => {
  const { page, ...shown } = filter;
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
      rows={rows.map(({ reference, createdAt, receivedAt, name, amount, state }) => ({
        href: withQuery(`/staff/gifts/${reference}`, { ...shown, page: page > 1 ? page : null }),
        name: name || words.forgottenDonor,
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
        { name: "currency", label: words.currency, options: anyOf({ USD: "USD", TZS: "TZS" }) },
        { name: "month", label: words.month, type: "month", placeholder: "2026-11" },
      ]}
    />
  );
};

const labelOf = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen;

type GiftPage = View<"gift">["page"];

/** Renders the note as a field of several lines, because Enter in a field of one line would press the first button. */
const Note = ({ note }: { note: string }) => (
  <FormField name="note" label={words.note} rows={2} given={{ fields: { note }, errors: {} }} />
);

/** Renders the question before a change, with what the change does and who gets a mail. */
function GiftQuestion({ gift, ask }: { gift: DeskGift; ask: NonNullable<GiftPage["ask"]> }) {
  const { change, note } = ask;
  const { reference, amount, name, email, isWrittenTo, version } = gift;
  const path = withQuery(`/staff/gifts/${reference}`, useDesk().filter);
  const { title, text, mail, yes } = questionOf(gift, change);
  const values = {
    amount,
    name: name || words.forgottenDonor,
    email,
    state: wordOf(words.giftStates, gift.undoneState),
  };
  return (
    <Panel id="question" title={fill(title, values)}>
      <p>{fill(text, values)}</p>
      {isWrittenTo && mail !== "" && <p>{fill(mail, values)}</p>}
      <ActionForm action={path} buttons={[[change, yes]]}>
        <input type="hidden" name="version" value={version} />
        <Note note={note} />
      </ActionForm>
      <TouchLink to={path}>{words.changeQuestions.no}</TouchLink>
    </Panel>
  );
}

type UndoneState = keyof typeof words.changeQuestions.undo;

/** Returns the state that an undo takes back. Only states that staff set themselves can be taken back. */
const undoneOf = ({ state }: DeskGift): UndoneState =>
  state === "paid" || state === "refunded" ? state : "cancelled";

const questionOf = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.changeQuestions.undo[undoneOf(gift)] : words.changeQuestions[change];

const changeText = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.undo[undoneOf(gift)] : words.changes[change];

export function GiftRecord({ page, content: { purposes, frequencies } }: ContentView<"gift">) {
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
      {ask && <GiftQuestion gift={gift} ask={ask} />}
      <Facts
        className={`${styles.facts} measure stack`}
        facts={[
          [words.state, wordOf(words.giftStates, gift.state)],
          [words.amount, gift.amount],
          [words.refundedPart, gift.refundedPart],
          [words.pledgedOn, moment(gift.createdAt)],
          [words.receivedOn, gift.receivedAt === null ? "" : moment(gift.receivedAt)],
          [words.purpose, labelOf(purposes, gift.purpose)],
          [donation.frequency, labelOf(frequencies, gift.frequency)],
          [words.name, name || words.forgottenDonor],
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
          [words.provider, gift.provider],
        ]}
      />
      {ask === null && changes.length > 0 && (
        <ActionForm
          action={withQuery(`/staff/gifts/${reference}`, filter)}
          button="ask"
          buttons={changes.map((one) => [one, changeText(gift, one)])}
        >
          <Note note="" />
        </ActionForm>
      )}
    </RecordPage>
  );
}
