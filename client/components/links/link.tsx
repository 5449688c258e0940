import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useContext } from "react";
import { siteHref } from "../../format/site-href.ts";
import { NavigateContext } from "../../navigation.ts";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A URL of this site, beginning with "/", without the prefix of a language. */
  to: string;
  state?: unknown;
  replace?: boolean;
  /** Served by the server: a redirect, a file. */
  reloadDocument?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** A plain click: not a new tab, a download or another button. */
export const isPlainClick = (event: Click, link: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !link.hasAttribute("download") &&
  (link.target || "_self") === "_self";

/**
 * A link within the site. react-router's own costs 6 kB more, for loaders this site does not have.
 */
export function Link({ to, state, replace, reloadDocument = false, onClick, ...rest }: Props) {
  const navigate = useContext(NavigateContext);
  return (
    <a
      {...rest}
      href={siteHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !navigate || reloadDocument) return;
        if (!isPlainClick(event, event.currentTarget)) return;
        event.preventDefault();
        // Safari does not focus a link that is clicked: focus returns to it after Back.
        event.currentTarget.focus();
        navigate(to, { state, ...(replace === undefined ? {} : { replace }) });
      }}
    />
  );
}
