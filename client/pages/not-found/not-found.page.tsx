import { notFoundPage } from "../../components/feedback/error-pages.tsx";
import { definePage } from "../../page.ts";

export const page = definePage(notFoundPage);
