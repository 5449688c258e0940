import { useState } from "react";
import * as words from "../../../content/words/en/staff.json";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { WithoutScripts } from "../../components/feedback/page-notes.tsx";
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
