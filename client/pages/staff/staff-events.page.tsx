import { useState } from "react";
import { Notifications } from "../../components/notifications.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { definePage } from "../../page.ts";
import { EventDesk } from "./event-desk.tsx";
import styles from "./staff.module.css";
import { TokenForm } from "./token-form.tsx";

/** Where staff create, change and delete events. Linked from nowhere. */
function StaffEventsPage() {
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <PageHeader title="Events desk" standfirst="For staff: create, change and delete events." />
      <Section>
        <noscript>
          <p>This page works with scripts only. The rest of the site does not need them.</p>
        </noscript>
        <div className={styles.desk}>
          {token === null ? <TokenForm onToken={setToken} /> : <EventDesk token={token} />}
        </div>
        <Notifications />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: StaffEventsPage,
  head: () => ({
    title: "Events desk",
    description: "For staff.",
    canonicalPath: "/staff/events",
    noindex: true,
  }),
});
