import { renderToPipeableStream } from "react-dom/server";
import { RequestContext } from "../../../client/data/request-context.ts";
import { createRequestStore } from "../../../client/data/server-queries.ts";
import { Document } from "../../../client/document/document.tsx";
import { SiteFooter } from "../../../client/layout/site-footer.tsx";
import { SiteLayout } from "../../../client/layout/site-layout.tsx";
import { firstLocation, LocationContext } from "../../../client/navigation.ts";
import { matchSite, switchHref } from "../../../client/router/match-route.ts";
import { openPage } from "../../../client/router/open-page.ts";
import { contentQuery, describePage } from "../../../client/router/page-content.ts";
import type { AssetsOf, PageRequest, SiteContent } from "../../../shared/contract/page-renderer.ts";
import type { SiteData } from "../../../shared/contract/site-data.ts";

/** Returns the peer of an uncached render: the tree that the site renders, with all its data ready in memory. */
export async function createBareRender(
  pathname: string,
  {
    assetsOf,
    siteData,
    content,
    origin,
  }: { assetsOf: AssetsOf; siteData: SiteData; content: SiteContent; origin: string },
) {
  const match = matchSite(pathname, "");
  const store = createRequestStore({ siteData, requestId: "" });
  store.visit(match.route.queries?.(match) ?? []);
  const page = await openPage(match.route);
  const query = contentQuery(match, page);
  if (query) store.visit([query]);
  await store.settled();
  const assets = assetsOf(`client/pages/${match.route.file}`);
  const { frame, documents } = content;
  const { head } = describePage(page, match, { pathname, peek: store.peek, frame, data: null });
  const request = {
    pathname,
    search: "",
    publicOrigin: origin,
    content,
    form: null,
    data: null,
    savesData: false,
    takesPayments: false,
    hasSampleContent: true,
  } as PageRequest;
  return (destination: NodeJS.WritableStream) => {
    const { pipe } = renderToPipeableStream(
      <Document
        request={request}
        page={{
          head,
          nonce: null,
          isLate: false,
          isHydrated: true,
          hydratesOnUse: page.hydrate === "use",
        }}
        assets={assets}
        path={pathname}
        after={
          <SiteFooter
            site={documents.site}
            groups={documents.navigation.footer}
            now={new Date().toISOString()}
            switchHref={switchHref(match, pathname)}
            savesData={false}
          />
        }
      >
        <LocationContext value={firstLocation(pathname, "")}>
          <RequestContext
            value={{ store, frame, content, origin, form: null, takesPayments: false }}
          >
            <SiteLayout />
          </RequestContext>
        </LocationContext>
      </Document>,
      {
        bootstrapModules: [assets.entry],
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => void pipe(destination),
      },
    );
  };
}
