import { other } from "../../content/words/en/language.json";

interface Props {
  className?: string | undefined;
  /** The same page in the other language. */
  href: string;
}

/** A plain link: nothing is remembered, and the browser loads the page (docs/decisions/0058). */
export const LanguageSwitch = ({ className, href }: Props) => (
  <a className={className} href={href} hrefLang={other.code} lang={other.code}>
    {other.name}
  </a>
);
