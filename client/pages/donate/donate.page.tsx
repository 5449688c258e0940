import { hero, meta } from "virtual:content/donate?form";
import sheet from "../../components/forms/form.module.css";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { staticPart } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { choiceFromSearch } from "./amount-fields.tsx";
import styles from "./donate.module.css";
import { DonationForm } from "./donation-form.tsx";

const loadViews = () => import("./donate-views.tsx");
const NotOpen = staticPart("q:donate", loadViews, (views) => views.NotOpen);
const AboutForm = staticPart("q:donate-end", loadViews, (views) => views.AboutForm);

const DonatePage = ({ search }: PageProps) => (
  <>
    <PageHeader {...hero} pattern="livelihoods" />
    <div className={`${styles.columns} page band beside`}>
      <NotOpen />
      <section
        className={`${styles.form} ${sheet.sheet} panel stack loose`}
        aria-label={meta.title}
      >
        <DonationForm
          key={search.toString()}
          requested={choiceFromSearch(search)}
          isPrefilled={search.toString() !== ""}
          isSent={search.get("sent") === "1"}
        />
      </section>
      <AboutForm />
    </div>
  </>
);

export const page = definePage({ Page: DonatePage, loadViews, head: meta });
