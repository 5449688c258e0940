import { contact } from "../../../content/site.json?phones";
import { telHref } from "../../format/tel-href.ts";

/** The telephone numbers as items of a list, each with its country. */
export const PhoneItems = () =>
  contact.phones.map(({ id, label, number }) => (
    <li key={id}>
      {label}: <a href={telHref(number)}>{number}</a>
    </li>
  ));
