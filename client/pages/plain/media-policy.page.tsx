import * as words from "../../../content/words/en/plain.json";
import { plainPage } from "./plain-page.tsx";

export const page = plainPage("media-policy", [
  { text: words.mediaResources, href: "/media-resources" },
]);
