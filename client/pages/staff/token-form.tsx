import { type FormEvent, useState } from "react";
import button from "../../components/button.module.css";
import { eventWrites } from "../../data/event-writes.ts";
import { FieldError } from "./field-row.tsx";
import styles from "./staff.module.css";

/** An empty draft: the right token is told what is missing in it, any other is told off. */
async function faultOf(token: string): Promise<string | null> {
  const answer = await eventWrites(token).preview({});
  if (answer.kind === "ok" || answer.status === 422) return null;
  return answer.status === 404 ? "Changing events is switched off on this site." : answer.message;
}

/** Asks for the token. It is kept in memory: closing or loading the page forgets it. */
export function TokenForm({ onToken }: { onToken: (token: string) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function enter(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    setBusy(true);
    const found = token === "" ? "Enter the token" : await faultOf(token);
    setBusy(false);
    if (found === null) onToken(token);
    else setFault(found);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void enter(event)} noValidate>
      <div className={styles.row}>
        <label htmlFor="token">Staff token</label>
        <p className={styles.hint} id="token-hint">
          It is kept until you leave or reload this page, and nowhere else.
        </p>
        <div role="alert">
          <FieldError id="token-error" text={fault ?? undefined} />
        </div>
        <input
          id="token"
          name="token"
          type="password"
          autoComplete="off"
          aria-describedby="token-hint token-error"
          aria-invalid={fault === null ? undefined : true}
        />
      </div>
      <div className={styles.actions}>
        <button type="submit" className={`${button.button} ${button.main}`} disabled={isBusy}>
          Continue
        </button>
      </div>
    </form>
  );
}
