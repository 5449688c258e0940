import type { ReactNode } from "react";
import * as words from "../../content/words/en/data-saver.json";
import * as documentWords from "../../content/words/en/document.json";
import { code } from "../../content/words/en/language.json";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import type { PageAssets, PageRequest, SiteContent } from "../../shared/contract/page-renderer.ts";
import type { DataSaver } from "../data/request-context.ts";
import { SITE_FRAME_ID } from "../data/site-frame.ts";
import { siteHref } from "../format/hrefs.ts";
import type { headOf } from "../page.ts";
import { HeadElements } from "./page-head.tsx";
import { SiteNotices } from "./site-notices.tsx";

/** Creates a page under data saver, and accounts for what the page leaves out. */
export function createSavingPage(all: PageAssets, content: SiteContent) {
  const sizeOf = (url: string) => all.dataSaver?.sizeOf(url) ?? content.sizeOf(url);
  const leftOut = new Set([all.entry, ...all.modules, ...all.fonts]);
  const saver: DataSaver = { sizeOf, leaveOut: (url) => void leftOut.add(url) };
  return {
    assets: {
      ...all,
      entry: "",
      deskScript: "",
      copyScript: "",
      modules: [],
      fonts: [],
      stylesFolder: null,
    },
    saver,
    /** A file of unknown size counts as zero. */
    leftOutBytes: () => [...leftOut].reduce((sum, url) => sum + (sizeOf(url) ?? 0), 0),
  };
}

/** The visitor's switch: a plain post, after which the same page comes back in the other mode. */
export const DataSaverSwitch = ({ isOn, className }: { isOn: boolean; className: string }) => (
  <form method="post" action={DATA_SAVER.path}>
    <button type="submit" className={className} name={DATA_SAVER.field} value={isOn ? "off" : "on"}>
      {isOn ? words.switchOff : words.switchOn}
    </button>
  </form>
);

/** The notice at the top of a page under data saver. The server writes the two figures (server/pages/page-response.ts). */
const DataSaverNotice = () => (
  <section className="data-saver-notice deep" aria-label={words.heading}>
    <div className="page cluster spread small">
      <p>{words.notice}</p>
      <DataSaverSwitch isOn className="footer-switch" />
    </div>
  </section>
);

interface Shown {
  request: PageRequest;
  page: {
    head: ReturnType<typeof headOf>;
    nonce: string | null;
    /** True when data is late: the browser fetches it, and without scripts its section is left out. */
    isLate: boolean;
    isHydrated: boolean;
    /** True for a page of words and links, which is hydrated when somebody uses it. */
    hydratesOnUse: boolean;
  };
  assets: PageAssets;
}

interface Props extends Shown {
  /** The path of the page, which the browser compares with its own; null for a page without a path. */
  path: string | null;
  /** Rendered by the server alone, after `#root`. */
  after: ReactNode;
  children: ReactNode;
}

/** Returns the URL of the page with all its data, for visitors without scripts. */
function completeHref({ pathname, search }: PageRequest): string {
  const query = new URLSearchParams(search);
  query.set("complete", "1");
  return `${pathname}?${query}`;
}

/** Renders the styles inline: a linked stylesheet costs a round trip before the first paint. */
function Styles({ stylesheets, entry, laterHref }: PageAssets & { laterHref: string | null }) {
  const { fonts, base, page, later, dataSaver } = stylesheets ?? {};
  return (
    <>
      {fonts && <style data-fonts="">{fonts.text}</style>}
      {base && <style>{base.text}</style>}
      {page && <style data-stylesheet={page.name}>{page.text}</style>}
      {later && <style>{later.text}</style>}
      {dataSaver && <style>{dataSaver.text}</style>}
      {laterHref !== null && entry !== "" && (
        // Loaded for print. `data-after-paint` tells client/entry-browser.ts to apply the sheet to the screen after the first paint.
        <>
          <link rel="stylesheet" href={laterHref} media="print" data-after-paint="" />
          <noscript>
            <link rel="stylesheet" href={laterHref} />
          </noscript>
        </>
      )}
    </>
  );
}

const Icons = ({ siteName }: { siteName: string }) => (
  <>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="manifest" href="/site.webmanifest" />
    <link
      rel="search"
      type="application/opensearchdescription+xml"
      title={siteName}
      href={siteHref("/opensearch.xml")}
    />
  </>
);

function Head({ request, page, assets, laterHref }: Shown & { laterHref: string | null }) {
  const { nonce } = page;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <HeadElements
        head={page.head}
        site={request.content.documents.site}
        origin={request.publicOrigin}
        savesData={request.savesData}
      />
      {/* The colour of the browser's interface (spec section 9). */}
      <meta name="theme-color" content="#087FAE" />
      <meta name="color-scheme" content="light dark" />
      {request.savesData ? (
        <link rel="icon" href={assets.dataSaver?.icon ?? "data:,"} />
      ) : (
        <Icons siteName={request.content.frame.name} />
      )}
      {nonce !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${completeHref(request)}`} />
        </noscript>
      )}
      {page.isLate && (
        <noscript>
          <link rel="stylesheet" href="/without-scripts.css" />
        </noscript>
      )}
      {assets.links.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <Styles {...assets} laterHref={laterHref} />
      {assets.modules.map((href) => (
        // A `rel` that browsers ignore: client/entry-browser.ts changes it to `modulepreload` after the first paint.
        <link key={href} rel="module" href={href} fetchPriority="low" nonce={nonce ?? undefined} />
      ))}
    </head>
  );
}

/** Renders the HTML around the application, on the server only; the browser hydrates `#root`. */
export function Document({ request, page, assets, path, after, children }: Props) {
  const { form, savesData, hasSampleContent } = request;
  const isHydrated = page.isHydrated && !savesData;
  const isLinked = assets.stylesFolder !== null && !assets.stylesheets?.later;
  const laterHref = isLinked ? `${assets.stylesFolder}/later.css` : null;
  return (
    <html lang={code}>
      <Head request={request} page={page} assets={assets} laterHref={laterHref} />
      <body
        data-saver={savesData || undefined}
        data-sample={hasSampleContent || undefined}
        data-pays={(isHydrated && request.takesPayments) || undefined}
        data-path={(isHydrated && path) || undefined}
        data-styles={assets.stylesFolder ?? undefined}
        data-hydrate={(isHydrated && page.hydratesOnUse && "use") || undefined}
        data-form={isHydrated && form ? JSON.stringify(form) : undefined}
      >
        {savesData && <DataSaverNotice />}
        {/* Outside `#root`, where the notice needs no script and a navigation does not announce it again. */}
        {hasSampleContent && (
          <section className="sample-notice" aria-label={documentWords.aboutSite}>
            {documentWords.sample}
          </section>
        )}
        <SiteNotices request={request} />
        <div id="root">{children}</div>
        {isHydrated && (
          <script type="application/json" id={SITE_FRAME_ID}>
            {JSON.stringify(request.content.frame).replaceAll("<", "\\u003c")}
          </script>
        )}
        {/* For pages without a script that enables the later styles: everything above is painted meanwhile. */}
        {laterHref !== null && assets.entry === "" && <link rel="stylesheet" href={laterHref} />}
        {after}
        {assets.deskScript !== "" && <script type="module" src={assets.deskScript} />}
      </body>
    </html>
  );
}
