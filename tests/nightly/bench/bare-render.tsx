import { renderToPipeableStream } from "react-dom/server";
import { App } from "../../../client/app.tsx";
import { createRequestQueryStore } from "../../../client/data/request-query-store.ts";
import { Document } from "../../../client/document/document.tsx";
import { PageHead } from "../../../client/document/page-head.tsx";
import { AfterRoot } from "../../../client/layout/after-root.tsx";
import { matchSite, switchHref } from "../../../client/router/match-route.ts";
import { openPage } from "../../../client/router/open-page.ts";
import { StaticRouter } from "../../../client/router/static-router.tsx";
import { queriesOf } from "../../../client/server-routes.ts";
import type { AssetsOf } from "../../../shared/contract/page-renderer.ts";
import type { SiteData } from "../../../shared/contract/site-data.ts";

/** The peer of an uncached render: the tree the site renders, everything it stands on ready in memory. */
export async function createBareRender(
  pathname: string,
  { assetsOf, siteData, origin }: { assetsOf: AssetsOf; siteData: SiteData; origin: string },
) {
  const match = matchSite(pathname, "");
  const store = createRequestQueryStore(siteData);
  store.visit(queriesOf(match, pathname));
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
          <AfterRoot
            now={new Date().toISOString()}
            switchHref={switchHref(match, pathname)}
            savesData={false}
          />
        }
      >
        <StaticRouter pathname={pathname} search="">
          <App store={store} origin={origin} form={null} />
        </StaticRouter>
      </Document>,
      {
        bootstrapModules: [assets.entry],
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => void pipe(destination),
      },
    );
  };
}
