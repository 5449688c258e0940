import type { SiteFrame } from "../../../shared/content/documents.ts";
import { useRequest } from "../../data/request-context.ts";

/** Returns the link that calls a number. It omits the spaces that people read. */
const telHref = (number: string) => `tel:${number.replaceAll(/[^+\d]/g, "")}`;

/** Renders the telephone numbers as items of a list, each with its country. */
export const PhoneItems = ({ phones }: Pick<SiteFrame, "phones">) =>
  phones.map(({ id, label, number }) => (
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

/** Returns the links of the foundation's own e-mail address and telephone numbers, by their texts. */
const contactHrefs = ({ email, phones }: SiteFrame) =>
  new Map([
    [email, `mailto:${email}`],
    ...phones.map(({ number }) => [number, telHref(number)] as const),
  ]);

/** Splits a message before and after each of the texts. */
function splitAt(message: string, texts: Iterable<string>): string[] {
  let pieces = [message];
  for (const text of texts)
    pieces = pieces.flatMap((piece) =>
      piece.split(text).flatMap((before, at) => (at === 0 ? [before] : [text, before])),
    );
  return pieces.filter((piece) => piece !== "");
}

/** Renders a message in which the foundation's own e-mail address and telephone numbers are links. */
export function FailureMessage({ message }: { message: string }) {
  const hrefs = contactHrefs(useRequest().frame);
  return (
    <p>
      {splitAt(message, hrefs.keys()).map((piece) => {
        const Tag = hrefs.has(piece) ? "a" : "span";
        return (
          <Tag key={piece} href={hrefs.get(piece)}>
            {piece}
          </Tag>
        );
      })}
    </p>
  );
}
