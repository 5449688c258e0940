import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { PageAssets, PageRequest, PageResponse } from "../shared/contract/page-renderer.ts";

type Destination = NodeJS.WritableStream;

interface RenderInput {
  tree: ReactNode;
  assets: PageAssets;
  request: PageRequest;
  nonce: string | null;
  status: number;
  retryAfterSeconds: number | null;
  freshness: PageResponse<Destination>["freshness"];
  tags: PageResponse<Destination>["tags"];
  isLive: boolean;
  /** What a page under data saver does without. */
  leftOutBytes?: (() => number) | undefined;
}

const hashesOf = ({ stylesheets }: PageAssets) =>
  [stylesheets?.base, stylesheets?.page, stylesheets?.later].flatMap((stylesheet) =>
    stylesheet ? [stylesheet.hash] : [],
  );

/** Renders until the body can be sent: the shell when data is late, else the whole page. */
export function renderToResponse({
  tree,
  assets,
  request,
  nonce,
  leftOutBytes,
  ...rest
}: RenderInput) {
  return new Promise<PageResponse<Destination>>((resolve, reject) => {
    const ready = () =>
      resolve({
        ...rest,
        nonce,
        styleHashes: hashesOf(assets),
        leftOutBytes: leftOutBytes?.() ?? null,
        pipe: (destination) => {
          pipe(destination);
        },
      });
    const { pipe, abort } = renderToPipeableStream(tree, {
      bootstrapModules: assets.entry === "" ? [] : [assets.entry],
      ...(nonce === null ? {} : { nonce }),
      // React would otherwise move a large article into place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: (error) => {
        if (!request.signal.aborted) request.onError(error);
        return request.requestId;
      },
      ...(nonce === null ? { onAllReady: ready } : { onShellReady: ready }),
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}
