import * as words from "../../../content/words/en/desk.json";
import { minorFigure } from "../../../shared/forms/donation.ts";
import form from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import {
  ActionForm,
  Actions,
  DeskFrame,
  deskPage,
  Facts,
  moment,
  Question,
  wordOf,
} from "./desk-page.tsx";

export const page = deskPage("gift", words.gifts, ({ page: { gift, isForgetting } }) => {
  const { reference, name, email, phone, changes } = gift;
  const path = `/staff/gifts/${reference}`;
  const facts = [
    [words.state, wordOf(words.giftStates, gift.state)],
    [words.amount, minorFigure(gift.amountMinor, gift.currency)],
    [words.purpose, `${gift.purpose}, ${gift.frequency}`],
    [words.name, name || words.forgottenDonor],
    [words.fields.email, email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>],
    [words.fields.phone, phone],
    [words.mayWrite, gift.mayWrite ? words.yes : words.no],
    [words.provider, gift.provider],
  ] as const;
  return (
    <DeskFrame title={`${words.forms.gift} ${reference}`} part="/staff/gifts">
      <p>
        <Link className="touch" to="/staff/gifts">
          {words.backToGifts}
        </Link>
      </p>
      {isForgetting && (
        <Question
          title={words.forgetTitle}
          text={words.forgetText}
          action={path}
          yes={["forget", words.forgetYes]}
          no={words.forgetNo}
        />
      )}
      <Facts facts={facts.filter(([, value]) => value !== "")} />
      <section className="stack tight" aria-labelledby="history">
        <h2 id="history" className="large">
          {words.history}
        </h2>
        <ul>
          {gift.history.map(({ state, at, by, note }) => (
            <li key={at + state}>
              {`${moment(at)}: ${wordOf(words.giftStates, state)} (${by})${note && `, ${note}`}`}
            </li>
          ))}
        </ul>
      </section>
      {changes.length > 0 && (
        <ActionForm
          action={path}
          buttons={changes.map((change) => [change, words.changes[change]] as const)}
        >
          <div className={`${form.field} measure`}>
            <label htmlFor="note">{words.note}</label>
            <input className={form.control} id="note" name="note" maxLength={200} />
          </div>
        </ActionForm>
      )}
      {name !== "" && (
        <p>
          <Link className="touch" to={`${path}?ask=forget`}>
            {words.forget}
          </Link>
        </p>
      )}
      <Actions actions={gift.actions} />
    </DeskFrame>
  );
});
