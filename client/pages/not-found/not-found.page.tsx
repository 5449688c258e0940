import { notFoundPage } from "../../components/page-not-found.tsx";
import { definePage } from "../../page.ts";

export const page = definePage(notFoundPage);
