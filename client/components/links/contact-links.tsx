import { contact } from "virtual:content/site?phones";

/** Returns the link that calls a number. It omits the spaces that people read. */
const telHref = (number: string) => `tel:${number.replaceAll(/[^+\d]/g, "")}`;

/** Renders the telephone numbers as items of a list, each with its country. */
export const PhoneItems = () =>
  contact.phones.map(({ id, label, number }) => (
    <li key={id}>
      {`${label}: `}
      <a href={telHref(number)}>{number}</a>
    </li>
  ));

type Office = Record<"name" | "country", string> & { addressLines: readonly string[] };

export const OfficeAddress = ({ name, addressLines, country }: Office) => (
  <address>
    <strong>{name}</strong>
    {[...addressLines, country].map((line) => (
      <div key={line}>{line}</div>
    ))}
  </address>
);

const { email, phones } = contact;
const hrefs = new Map([
  [email.address, `mailto:${email.address}`],
  ...phones.map(({ number }) => [number, telHref(number)] as const),
]);
const escaped = [...hrefs.keys()].map((text) => text.replaceAll(/[+.()]/g, "\\$&"));
const OUR_CONTACTS = new RegExp(`(${escaped.join("|")})`);

/** Renders a message in which the foundation's own e-mail address and telephone numbers are links. */
export const FailureMessage = ({ message }: { message: string }) => (
  <p>
    {message.split(OUR_CONTACTS).map((part) => {
      const Tag = hrefs.has(part) ? "a" : "span";
      return (
        <Tag key={part} href={hrefs.get(part)}>
          {part}
        </Tag>
      );
    })}
  </p>
);
