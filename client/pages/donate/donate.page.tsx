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
const AboutForm = staticPart("q:donate-end", loadViews, (views) => views.AboutForm);

const DonatePage = ({ content: { donate, officeHours }, search }: PageProps<Content>) => (
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
          isSent={search.get("sent") === "1"}
        />
      </section>
      <AboutForm donate={donate} officeHours={officeHours} />
    </div>
  </>
);

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
    "donate.examples",
    "donate.otherWay",
  ],
  loadViews,
  head: ({ content }) => content.donate.meta,
});
