import sheet from "../../components/forms/form.module.css";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { staticPart } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import { choiceFromSearch } from "./amount-fields.tsx";
import styles from "./donate.module.css";
import { DonationForm } from "./donation-form.tsx";

type Content = ContentOf<"donate">;

const loadViews = () => import("./donate-views.tsx");
const NotOpen = staticPart("q:donate", loadViews, (views) => views.NotOpen);
const Proof = staticPart("q:donate-proof", loadViews, (views) => views.Proof);
const Purpose = staticPart("q:donate-purpose", loadViews, (views) => views.Purpose);
const Consent = staticPart("q:donate-consent", loadViews, (views) => views.Consent);
const AboutForm = staticPart("q:donate-end", loadViews, (views) => views.AboutForm);

const DonatePage = ({ content, search }: PageProps<Content>) => {
  const { donate } = content;
  return (
    <>
      <PageHeader {...donate.hero} pattern="livelihoods" />
      <div className={`${styles.columns} page band beside`}>
        <NotOpen donate={donate} />
        <section
          className={`${styles.form} ${sheet.sheet} panel stack loose`}
          aria-label={donate.meta.title}
        >
          <DonationForm
            key={search.toString()}
            donate={donate}
            requested={choiceFromSearch(donate, search)}
            isPrefilled={search.toString() !== ""}
            proof={<Proof donate={donate} />}
            purpose={<Purpose content={content} named={search.get("purpose")} />}
            consent={<Consent content={content} />}
          />
        </section>
        <AboutForm {...content} />
      </div>
    </>
  );
};

export const page = definePage<Content>({
  Page: DonatePage,
  hydrate: "load",
  inBrowser: [
    "donate.meta",
    "donate.hero",
    "donate.presets",
    "donate.currencies",
    "donate.frequencies",
    "donate.defaults",
    "donate.headings",
    "donate.fields",
    "donate.otherWay",
  ],
  loadViews,
  head: ({ content }) => content.donate.meta,
});
