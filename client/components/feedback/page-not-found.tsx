import type { OpenPage } from "../../page.ts";
import { ContentPicture } from "../media/content-picture.tsx";
import { Notice } from "./notice.tsx";

const TEXT = "We're sorry, the page you requested could not be found.";

const LINKS = [
  { text: "Return to Home", href: "/", isMain: true },
  { text: "About Us", href: "/about-us" },
  { text: "Our Work", href: "/our-work" },
  { text: "Projects", href: "/projects" },
  { text: "News & Events", href: "/news-events" },
  { text: "Contact Us", href: "/contact-us" },
  { text: "Donate", href: "/donate" },
];

function PageNotFound() {
  return (
    <Notice
      mark="404"
      title="Page Not Found"
      actions={LINKS}
      picture={<ContentPicture image="images/states/404.svg" alt="" shape="scene" isFirst />}
    >
      <p>{TEXT}</p>
    </Notice>
  );
}

/** Spec section 2, 404: any path without a page. */
export const notFoundPage: OpenPage = {
  Page: PageNotFound,
  status: () => 404,
  head: ({ path }) => ({
    title: "Page Not Found",
    description: TEXT,
    canonicalPath: path,
    noindex: true,
  }),
};
