import type { ReactNode, Ref } from "react";
import * as words from "../../../content/words/en/feedback.json";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/site-data.ts";
import { fill } from "../../../shared/fill.ts";
import { formatSince } from "../../format/dates.ts";
import { ButtonLink } from "../links/button.tsx";
import { Banner } from "../sections/banner.tsx";
import { useRecovery } from "./recovery.ts";
import { RequestId } from "./request-id.tsx";
import styles from "./state-box.module.css";

interface Props {
  kind: "empty" | "failed";
  title: string;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

export const StateBox = ({ kind, title, ref, children }: Props) => (
  <Banner
    ref={ref}
    className={styles.box}
    kind={kind === "failed" ? "bad" : "info"}
    role={kind === "failed" ? "alert" : undefined}
  >
    <p className="large semibold">{title}</p>
    {children}
  </Banner>
);

interface FailedProps {
  title: string;
  href: string;
  outcome: Outcome<unknown>;
}

/** Renders a failure (spec section 8) with a retry link that works without scripts. */
export const FailedBox = ({ title, href, outcome }: FailedProps) => (
  <StateBox ref={useRecovery()} kind="failed" title={title}>
    <p>
      <ButtonLink href={href} variant="plain" reloadDocument>
        {words.retry}
      </ButtonLink>
    </p>
    {outcome.kind === "unavailable" && <RequestId id={outcome.requestId} />}
  </StateBox>
);

/** Tells the visitor that stale data is shown, and the time of that data. Renders nothing while data is fresh. */
export function SavedCopy({ meta }: { meta: OutcomeMeta }) {
  if (!meta.stale) return null;
  return (
    <p className={`${styles.saved} note muted small`} role="note">
      {fill(words.savedCopy, { time: formatSince(meta.fetchedAt, meta.now) })}
    </p>
  );
}
