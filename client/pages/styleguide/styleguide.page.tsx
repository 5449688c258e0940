import { PageHeader } from "../../components/sections/page-header.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { ComponentGallery } from "./component-gallery.tsx";
import { PatternGallery, PictureGallery } from "./picture-gallery.tsx";
import { StateGallery } from "./state-gallery.tsx";
import { TokenGallery } from "./token-gallery.tsx";

const title = "Style guide";

/** All components, tokens and pictures, in the visitor's theme. */
function StyleguidePage(props: PageProps) {
  return (
    <>
      <PageHeader
        title={title}
        standfirst="Every token, part, pattern and picture of this site. Look at it on a phone and on a desk, in light and in dark."
      />
      <TokenGallery />
      <ComponentGallery />
      <StateGallery {...props} />
      <PatternGallery />
      <PictureGallery />
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
