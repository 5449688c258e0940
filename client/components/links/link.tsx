import type { ComponentProps, MouseEvent } from "react";
import * as words from "../../../content/words/en/links.json";
import { siteHref } from "../../format/hrefs.ts";
import { type LinkState, navigate } from "../../navigation.ts";
import type { PageLink } from "../../page.ts";

interface Props extends Omit<ComponentProps<"a">, "href"> {
  /** A URL of this site that begins with "/", without a language prefix. */
  to: string;
  state?: LinkState | null;
  replace?: boolean;
  /** True for a URL that the server handles, such as a redirect or a file. */
  reloadDocument?: boolean | undefined;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Returns true for a plain click, without a new tab, a download or another mouse button. */
export const isPlainClick = (event: Click, link: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !link.hasAttribute("download") &&
  (link.target || "_self") === "_self";

export const Link = ({ to, state, replace, reloadDocument, onClick, ...rest }: Props) => (
  <a
    {...rest}
    href={siteHref(to)}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || reloadDocument) return;
      if (!isPlainClick(event, event.currentTarget)) return;
      event.preventDefault();
      // Safari does not focus a link on click, and focus must return to this link after Back.
      event.currentTarget.focus();
      navigate(to, { state, replace });
    }}
  />
);

/** Returns links from texts by target path. */
export const linksTo = (texts: Readonly<Record<string, string>>): PageLink[] =>
  Object.entries(texts).map(([href, text]) => ({ text, href }));

interface LinkListProps extends ComponentProps<"ul"> {
  links: readonly PageLink[];
}

export const LinkList = ({ links, ...list }: LinkListProps) => (
  <ul {...list} role="list">
    {links.map(({ text, href }) => (
      <li key={href}>
        <Link to={href}>{text}</Link>
      </li>
    ))}
  </ul>
);

/** A link to another site, which opens in a new tab. */
export const OutsideLink = ({ className, href, children, ...rest }: ComponentProps<"a">) => (
  <a className={className} href={href} target="_blank" rel="noopener noreferrer" {...rest}>
    {children}
    <span className="visually-hidden">{` ${words.newTab}`}</span>
  </a>
);
