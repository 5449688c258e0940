import { useState } from "react";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import { EventEditor } from "./event-editor.tsx";
import styles from "./staff.module.css";
import { TokenForm } from "./token-form.tsx";

/** Where staff create, change and delete events. No page links here. */
function StaffEventsPage() {
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <PageHeader title="Events desk" standfirst="For staff: create, change and delete events." />
      <Section>
        <noscript>
          <p>This page works with scripts only. The rest of the site does not need them.</p>
        </noscript>
        <div className={styles.editor}>
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
    title: "Events desk",
    description: "For staff.",
    canonicalPath: "/staff/events",
    noindex: true,
  }),
});
