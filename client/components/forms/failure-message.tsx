import { contact } from "../../../content/site.json?phones";
import { telHref } from "../../format/tel-href.ts";

const { email, phones } = contact;
const hrefs = new Map([
  [email.address, `mailto:${email.address}`],
  ...phones.map(({ number }) => [number, telHref(number)] as const),
]);
const escaped = [...hrefs.keys()].map((text) => text.replaceAll(/[+.()]/g, "\\$&"));
const OUR_CONTACTS = new RegExp(`(${escaped.join("|")})`);

/** A message in which the foundation's own e-mail address and telephone numbers are links. */
export function FailureMessage({ message }: { message: string }) {
  return (
    <p>
      {message.split(OUR_CONTACTS).map((part) => {
        const href = hrefs.get(part);
        return href === undefined ? (
          <span key={part}>{part}</span>
        ) : (
          <a key={part} href={href}>
            {part}
          </a>
        );
      })}
    </p>
  );
}
