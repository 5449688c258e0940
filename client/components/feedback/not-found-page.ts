import { text, title } from "../../../content/words/en/not-found.json";
import type { AbsentPage } from "../../page.ts";
import { lazyView } from "../streaming/streamed.tsx";

/** The 404 page of spec section 2, for any path without a page. Its code is loaded when it is shown. */
export const notFoundPage: AbsentPage = {
  Page: lazyView(
    () => import("./error-pages.tsx"),
    (views) => views.PageNotFound,
    false,
  ),
  head: { title, description: text, noindex: true },
};
