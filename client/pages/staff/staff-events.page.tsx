import { type SubmitEvent, useState } from "react";
import * as words from "../../../content/words/en/staff.json";
import { Button } from "../../components/feedback/buttons.tsx";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { WithoutScripts } from "../../components/feedback/page-notes.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { eventWrites } from "../../data/event-writes.ts";
import { definePage } from "../../page.ts";
import { EventEditor } from "./event-editor.tsx";
import { Notes } from "./event-form.tsx";
import styles from "./staff.module.css";

/** A valid token gets 422 for the empty draft; any other is rejected. */
async function tokenError(token: string): Promise<string | undefined> {
  if (token === "") return words.enterToken;
  const result = await eventWrites(token).preview({});
  if (result.kind === "ok" || result.status === 422) return undefined;
  return result.status === 404 ? words.switchedOff : result.message;
}

/** The token is held in memory only: leaving or reloading the page discards it. */
function TokenForm({ onToken }: { onToken: (token: string) => void }) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // Before React takes over, the browser would send the form itself, with the token in the URL.
  const isHydrating = useIsHydrating();

  async function enter(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    setBusy(true);
    const found = await tokenError(token);
    setBusy(false);
    setError(found);
    if (found === undefined) onToken(token);
  }

  return (
    <form
      className={`${styles.form} stack loose`}
      onSubmit={(event) => void enter(event)}
      noValidate
    >
      <div className={styles.field}>
        <label htmlFor="token">{words.token}</label>
        <Notes id="token" hint={words.tokenHint} />
        <div role="alert">
          <Notes id="token" error={error} />
        </div>
        <input
          id="token"
          name="token"
          className={styles.control}
          type="password"
          autoComplete="off"
          aria-describedby="token-hint token-error"
          aria-invalid={error ? true : undefined}
        />
      </div>
      <p>
        <Button type="submit" variant="main" disabled={isBusy || isHydrating}>
          {words.proceed}
        </Button>
      </p>
    </form>
  );
}

/** Where staff create, change and delete events. No page links here. */
function StaffEventsPage() {
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={words.desk} standfirst={words.deskStandfirst} />
      <Section>
        <WithoutScripts>
          <p>{words.noScripts}</p>
        </WithoutScripts>
        <div className={`${styles.editor} scripted`}>
          {token === null ? <TokenForm onToken={setToken} /> : <EventEditor token={token} />}
        </div>
        <Notifications />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: StaffEventsPage,
  head: () => ({
    title: words.desk,
    description: words.forStaff,
    canonicalPath: "/staff/events",
    noindex: true,
  }),
});
