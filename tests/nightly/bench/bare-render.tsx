import { renderToPipeableStream } from "react-dom/server";
import { RequestContext } from "../../../client/data/request-context.ts";
import { createRequestStore } from "../../../client/data/server-queries.ts";
import { Document } from "../../../client/document/document.tsx";
import { PageHead } from "../../../client/document/page-head.tsx";
import { SiteFooter } from "../../../client/layout/site-footer.tsx";
import { SiteLayout } from "../../../client/layout/site-layout.tsx";
import { firstLocation, LocationContext } from "../../../client/navigation.ts";
import { matchSite, switchHref } from "../../../client/router/match-route.ts";
import { openPage } from "../../../client/router/open-page.ts";
import type { AssetsOf } from "../../../shared/contract/page-renderer.ts";
import type { SiteData } from "../../../shared/contract/site-data.ts";

/** The peer of an uncached render: the tree the site renders, everything it stands on ready in memory. */
export async function createBareRender(
  pathname: string,
  { assetsOf, siteData, origin }: { assetsOf: AssetsOf; siteData: SiteData; origin: string },
) {
  const match = matchSite(pathname, "");
  const store = createRequestStore(siteData);
  store.visit(match.route.queries?.(match) ?? []);
  const page = await openPage(match);
  await store.settled();
  const assets = assetsOf(`client/pages/${match.route.file}`);
  const { params, search } = match;
  const head = page.head({ params, search, path: pathname, peek: store.peek });
  return (destination: NodeJS.WritableStream) => {
    const { pipe } = renderToPipeableStream(
      <Document
        assets={assets}
        head={<PageHead head={head} origin={origin} savesData={false} />}
        completeHref={null}
        path={pathname}
        nonce={undefined}
        hasSampleContent={true}
        after={
          <SiteFooter
            now={new Date().toISOString()}
            switchHref={switchHref(match, pathname)}
            savesData={false}
          />
        }
      >
        <LocationContext value={firstLocation(pathname, "")}>
          <RequestContext value={{ store, origin, form: null, takesPayments: false }}>
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
