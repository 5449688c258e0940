import { hero, meta } from "../../../content/donate.json";
import { formActions } from "../../../shared/forms/form-names.ts";
import sheet from "../../components/forms/form.module.css";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useTakesPayments } from "../../data/pays-context.ts";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./donate.module.css";
import { choiceFromSearch } from "./donation-choice.ts";
import { DonationForm } from "./donation-form.tsx";
import { NotOpen } from "./not-open.tsx";
import { AboutGiving, SidePanels } from "./side-panels.tsx";

/** Spec section 2, "Donate". */
function DonatePage({ search }: PageProps) {
  const takesPayments = useTakesPayments();
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="livelihoods" />
      <div className={`${styles.columns} page band beside`}>
        {!takesPayments && <NotOpen />}
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
        <SidePanels />
        <AboutGiving />
      </div>
    </>
  );
}

export const page = definePage({
  Page: DonatePage,
  head: () => ({
    title: meta.title,
    description: meta.description,
    canonicalPath: formActions.donation,
  }),
});
