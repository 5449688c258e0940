import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import { StoredClicks } from "./stored-clicks.tsx";
import styles from "./your-data.module.css";

const DESCRIPTION =
  "What this site keeps in your browser, and how to see it, save it or delete it.";

function YourDataPage() {
  return (
    <>
      <PageHeader title="Your data" standfirst={DESCRIPTION} />
      <Section title="What is stored here">
        <div className={styles.text}>
          <p>
            When you open a news item or an event, your browser notes it: the title, when you first
            and last opened it, and how often. The note is called <code>click_tracking</code>, stays
            on this device and is not sent to us. We set no cookies.
          </p>
          <p>
            Blog posts leave a mark for the view counter, which your browser forgets when you close
            the tab.
          </p>
          <noscript>
            <p>
              Scripts are off in your browser, so nothing is recorded: there is nothing to show,
              export or clear.
            </p>
          </noscript>
        </div>
        <StoredClicks />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: YourDataPage,
  head: () => ({
    title: "Your data",
    description: DESCRIPTION,
    canonicalPath: "/your-data",
  }),
});
