import { notFoundPage } from "../../components/feedback/page-not-found.tsx";
import { definePage } from "../../page.ts";

export const page = definePage(notFoundPage);
