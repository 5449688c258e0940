import { notFoundPage } from "../../components/feedback/not-found-page.ts";
import { definePage } from "../../page.ts";

export const page = definePage({
  Page: notFoundPage.Page,
  hydrate: "load",
  head: () => notFoundPage.head,
  status: () => 404,
});
