import { type FormEvent, useState } from "react";
import * as words from "../../../content/words/en/staff.json";
import button from "../../components/links/button.module.css";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { eventWrites } from "../../data/event-writes.ts";
import { FieldError } from "./field-row.tsx";
import styles from "./staff.module.css";

/** A valid token gets 422 for the empty draft; any other is rejected. */
async function tokenError(token: string): Promise<string | null> {
  const result = await eventWrites(token).preview({});
  if (result.kind === "ok" || result.status === 422) return null;
  return result.status === 404 ? words.switchedOff : result.message;
}

/** The token is held in memory only: leaving or reloading the page discards it. */
export function TokenForm({ onToken }: { onToken: (token: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Before React takes over, the browser would send the form itself, with the token in the URL.
  const isHydrating = useIsHydrating();

  async function enter(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    setBusy(true);
    const found = token === "" ? words.enterToken : await tokenError(token);
    setBusy(false);
    if (found === null) onToken(token);
    else setError(found);
  }

  return (
    <form
      className={`${styles.form} stack loose`}
      onSubmit={(event) => void enter(event)}
      noValidate
    >
      <div className={styles.field}>
        <label htmlFor="token">{words.token}</label>
        <p className="muted small" id="token-hint">
          {words.tokenHint}
        </p>
        <div role="alert">
          <FieldError id="token-error" text={error ?? undefined} />
        </div>
        <input
          id="token"
          name="token"
          className={styles.control}
          type="password"
          autoComplete="off"
          aria-describedby="token-hint token-error"
          aria-invalid={error === null ? undefined : true}
        />
      </div>
      <div className="cluster">
        <button
          type="submit"
          className={`${button.button} ${button.main}`}
          disabled={isBusy || isHydrating}
        >
          {words.proceed}
        </button>
      </div>
    </form>
  );
}
