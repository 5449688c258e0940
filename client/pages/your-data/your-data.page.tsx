import { yourData as kept } from "../../../content/words/en/offline.json";
import * as words from "../../../content/words/en/your-data.json";
import { WithoutScripts } from "../../components/feedback/page-notes.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import { KeptHere } from "./kept-here.tsx";
import { StoredClicks } from "./stored-clicks.tsx";

function YourDataPage() {
  return (
    <>
      <PageHeader title={words.title} standfirst={words.description} />
      <Section title={words.stored}>
        <div className="stack measure">
          <p>
            {words.note.before}
            <code>click_tracking</code>
            {words.note.after}
          </p>
          <p>
            {words.cookie.before}
            <code>data-saver</code>
            {words.cookie.after}
          </p>
          <p>{words.blogMark}</p>
          <WithoutScripts>
            <p>{words.noScripts}</p>
          </WithoutScripts>
        </div>
        <StoredClicks />
      </Section>
      <Section title={kept.title}>
        <p className="measure">{kept.introduction}</p>
        <KeptHere />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: YourDataPage,
  head: () => ({
    title: words.title,
    description: words.description,
    canonicalPath: "/your-data",
  }),
});
