import { notOpen } from "../../../content/donate.json";
import { contact } from "../../../content/site.json?phones";
import { Link } from "../../components/links/link.tsx";
import styles from "./donate.module.css";

/** Above the form while no payment provider is connected: what it does not do, and what one can do. */
export function NotOpen() {
  return (
    <section className={`${styles.notOpen} note stack tight`} aria-labelledby="not-open">
      <h2 id="not-open" className="xl">
        {notOpen.title}
      </h2>
      <p className="measure">{notOpen.text}</p>
      <p className="measure">{notOpen.today}</p>
      <ul className="links" role="list">
        <li>
          <Link to={notOpen.contact.link}>{notOpen.contact.text}</Link>
        </li>
        <li>
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
        </li>
      </ul>
    </section>
  );
}
