import type { ReactNode } from "react";
import type { FormState } from "../../shared/contract/form-state.ts";
import type { PageAssets } from "../../shared/contract/page-assets.ts";
import { themeColor } from "./brand.ts";

interface DocumentProps {
  assets: PageAssets;
  head: ReactNode;
  /** Where a reader without scripts finds the whole page, when data is late. */
  completeHref: string | null;
  nonce: string | undefined;
  year: number;
  /** Path of the page, for the browser to know that it is served under it; null where there is none. */
  path?: string | null;
  /** What a form came back with, for the browser to hydrate with. */
  form?: FormState | null;
  children: ReactNode;
}

/** A sheet in the page: a linked one costs a round trip before the first paint. */
function Sheet({ text, name }: { text: string; name?: string }) {
  return <style data-sheet={name}>{text}</style>;
}

/** The HTML around the application. Only the server draws it; the browser hydrates `#root` alone. */
export function Document(props: DocumentProps) {
  const { assets, head, completeHref, nonce, children } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="theme-color" content={themeColor} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {completeHref !== null && (
          <noscript>
            <meta httpEquiv="refresh" content={`0;url=${completeHref}`} />
          </noscript>
        )}
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {assets.links.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.sheets && <Sheet text={assets.sheets.base.text} />}
        {assets.sheets?.page && (
          <Sheet text={assets.sheets.page.text} name={assets.sheets.page.name} />
        )}
        {assets.modules.map((href) => (
          // A word of our own: client/entry-browser.ts makes it `modulepreload` after the first paint.
          <link key={href} rel="module" href={href} fetchPriority="low" nonce={nonce} />
        ))}
      </head>
      <body
        data-year={props.year}
        data-path={props.path ?? undefined}
        data-styles={assets.stylesFolder ?? undefined}
        data-form={props.form ? JSON.stringify(props.form) : undefined}
      >
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
