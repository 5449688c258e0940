import * as words from "../../../content/words/en/contact.json";
import { OfficeAddress, PhoneItems } from "../../components/links/contact-links.tsx";
import { OutsideLink } from "../../components/links/link.tsx";
import { ClickMap } from "../../components/media/click-map.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useRequest } from "../../data/request-context.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./contact.module.css";

type Content = ContentOf<"contact">;

/** The title of the page, with a link to the form, which stands further down on phones. */
export const ContactHeader = ({ contact: { hero, headings } }: Pick<Content, "contact">) => (
  <PageHeader {...hero} pattern="wash">
    <p className={`${styles.jump} links screen`}>
      <a href="#form">{headings.form}</a>
    </p>
  </PageHeader>
);

/** The offices, telephone numbers, e-mail address and office hours. */
export function ContactWays({ contact: { headings }, offices, officeHours }: Content) {
  const { email, phones } = useRequest().frame;
  return (
    <div className={`${styles.ways} stack loose`}>
      <section className="stack tight">
        <h2 className="large">{headings.offices}</h2>
        <div className={`${styles.offices} split`}>
          {offices.map((office) => (
            <OfficeAddress key={office.id} {...office} />
          ))}
        </div>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.phone}</h2>
        <ul role="list">
          <PhoneItems phones={phones} />
        </ul>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.email}</h2>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.officeHours}</h2>
        <Facts
          className={styles.hours}
          row="cluster"
          facts={officeHours.rows.map(({ days, hours }) => [days, hours])}
        />
        <p className="muted small">{officeHours.timeZoneName}</p>
      </section>
    </div>
  );
}

/** The address of the first office, with a map. */
export function FindUs({ contact: { headings, map }, offices }: Content) {
  const [office] = offices;
  return (
    <section className="stack tight">
      <h2 className="large">{headings.map}</h2>
      <p>{[...(office?.addressLines ?? []), office?.country].join(", ")}</p>
      <p>
        <OutsideLink className="touch" href={map.linkUrl}>
          {words.openInMaps}
        </OutsideLink>
      </p>
      <ClickMap src={map.embedUrl} title={map.title} sketch={map.sketch} alt={map.sketchAlt} />
    </section>
  );
}
