import { PageHeader } from "../../components/page-header.tsx";
import { definePage } from "../../page.ts";
import { PartsShown } from "./parts-shown.tsx";
import { PatternsShown, PicturesShown } from "./pictures-shown.tsx";
import { TokensShown } from "./tokens-shown.tsx";

const title = "Style guide";

/** The contact sheet: what the site is made of, in the theme of whoever looks. */
function StyleguidePage() {
  return (
    <>
      <PageHeader
        title={title}
        standfirst="Every token, part, pattern and picture of this site. Look at it on a phone and on a desk, in light and in dark."
      />
      <TokensShown />
      <PartsShown />
      <PatternsShown />
      <PicturesShown />
    </>
  );
}

export const page = definePage({
  Page: StyleguidePage,
  head: () => ({
    title,
    description: "For those who draw and write this site.",
    canonicalPath: "/styleguide",
    noindex: true,
  }),
});
