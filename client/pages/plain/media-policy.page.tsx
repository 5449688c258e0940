import { plainPage } from "./plain-page.tsx";

export const page = plainPage("media-policy", [
  { text: "Media Resources", href: "/media-resources" },
]);
