import { actors, signInAgain } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-people.json";
import type {
  DeskPeople,
  DeskPeopleAction,
  DeskPerson,
  DeskSession,
} from "../../../shared/contract/desk-people.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import {
  ActionForm,
  DeskFrame,
  FormField,
  moment,
  Panel,
  recently,
  TouchLink,
  useDesk,
} from "./desk-page.tsx";
import { FreshSignIn } from "./fresh-sign-in.tsx";
import styles from "./people.module.css";

const PATH = "/staff/people";

const nameOf = ({ name, email }: DeskPerson): string => name || email;

/** Names the browser and the device of a session. */
function deviceOf({ browser, system }: DeskSession): string {
  if (browser === null && system === null) return words.sessions.browser;
  return fill(words.sessions.device, {
    browser: browser ?? words.sessions.browser,
    system: system ?? words.sessions.system,
  });
}

/** Renders one place where the reader is signed in, with the button that ends that session. */
function Session({ session }: { session: DeskSession }) {
  const { now } = useDesk();
  const device = deviceOf(session);
  const since = recently(session.since, now);
  return (
    <li className={styles.row}>
      <span>
        <b>{session.isThis ? `${device} (${words.sessions.this})` : device}</b>
        <br />
        <span className="muted small">
          {fill(words.sessions.times, { since, used: recently(session.lastUsedAt, now) })}
        </span>
      </span>
      {!session.isThis && (
        <form method="post" action={siteHref(PATH)}>
          <input type="hidden" name="session" value={session.id} />
          <Button
            type="submit"
            name="action"
            value="end"
            aria-label={fill(words.sessions.endOne, { device, since })}
          >
            {words.sessions.end}
          </Button>
        </form>
      )}
    </li>
  );
}

const Person = ({ person }: { person: DeskPerson }) => {
  const { staff } = useDesk();
  const { email, id, since } = person;
  const name = nameOf(person);
  return (
    <li className={styles.row}>
      <span>
        <b>{email === staff ? `${name} (${words.people.you})` : name}</b>
        <br />
        <span className="muted small">
          {name !== email && `${email} · `}
          {fill(words.people.since, { since: moment(since) })}
        </span>
      </span>
      <Link
        className="touch"
        to={`${PATH}?ask=${id}#question`}
        aria-label={fill(words.people.removeOne, { name })}
      >
        {words.people.remove}
      </Link>
    </li>
  );
};

/** Renders the question before a person is removed. What changes nothing stands first. */
const Question = ({ person }: { person: DeskPerson }) => (
  <Panel id="question" title={fill(words.question.title, { name: nameOf(person) })}>
    <p>{fill(words.question.text, { email: person.email })}</p>
    <TouchLink to={PATH}>{words.question.no}</TouchLink>
    <ActionForm action={PATH} buttons={[["remove", words.question.yes]]}>
      <input type="hidden" name="person" value={person.id} />
    </ActionForm>
  </Panel>
);

/** Renders the form that adds a person. */
function AddForm({ typed, errors }: Pick<DeskPeople, "typed" | "errors">) {
  const given = { fields: { ...typed }, errors };
  return (
    <Panel id="add" title={words.add.title}>
      <p>{words.add.text}</p>
      <ActionForm action={PATH} buttons={[["add", words.add.button]]} noValidate>
        <FormField name="name" label={words.add.name} hint={words.add.nameHint} given={given} />
        <FormField name="email" type="email" label={words.add.email} given={given} />
      </ActionForm>
    </Panel>
  );
}

const actionLine = ({ at, by, action, email }: DeskPeopleAction): string =>
  fill(words.historyLines[action], {
    at: moment(at),
    by: Object.hasOwn(actors, by) ? words.command : by,
    email,
  });

/** Renders where the reader is signed in, and the people who may sign in. */
export function People({ page }: { page: DeskPeople }) {
  const { sessions, people, history, ask, freshSignIn, obstacle, isMailed } = page;
  const isOpen = obstacle !== "session" && obstacle !== "store";
  const { name, email } = page.typed;
  // A form that comes back stands first, so that its errors are on the first screen.
  const isBack = name !== "" || email !== "" || Object.keys(page.errors).length > 0;
  return (
    <DeskFrame title={words.title}>
      {freshSignIn !== null && <FreshSignIn step={freshSignIn} />}
      {obstacle !== null && (
        <Banner kind="bad" role="alert">
          <p>{words.obstacles[obstacle]}</p>
          {obstacle === "session" && (
            <p>
              <a className="touch" href={siteHref("/staff")} target="_blank" rel="noopener">
                {signInAgain}
              </a>
            </p>
          )}
        </Banner>
      )}
      {ask !== null && <Question person={ask} />}
      {isBack && <AddForm {...page} />}
      {isOpen && (
        <Panel id="sessions" title={words.sessions.title}>
          <p>{words.sessions.text}</p>
          <ul role="list" className="stack">
            {sessions.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
          <form method="post" action={siteHref(PATH)}>
            <Button type="submit" name="action" value="end-all">
              {words.sessions.endAll}
            </Button>
          </form>
        </Panel>
      )}
      {isOpen && (
        <Panel id="people" title={words.people.title}>
          {isMailed && <p>{words.people.told}</p>}
          <ul role="list" className="stack">
            {people.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ul>
        </Panel>
      )}
      {!isBack && <AddForm {...page} />}
      {history.length > 0 && (
        <Panel id="history" title={words.history}>
          <ul role="list">
            {history.map((action) => (
              <li key={action.at + action.email + action.action}>{actionLine(action)}</li>
            ))}
          </ul>
        </Panel>
      )}
    </DeskFrame>
  );
}
