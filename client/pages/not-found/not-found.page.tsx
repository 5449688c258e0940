import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/notice.tsx";
import { definePage } from "../../page.ts";

const WAYS_ON = [
  { text: "Return to Home", href: paths.home(), isMain: true },
  { text: "About Us", href: "/about-us" },
  { text: "Our Work", href: "/our-work" },
  { text: "Projects", href: "/projects" },
  { text: "News & Events", href: paths.newsFeed() },
  { text: "Contact Us", href: "/contact-us" },
  { text: "Donate", href: "/donate" },
];

function NotFoundPage() {
  return (
    <Notice mark="404" title="Page Not Found" actions={WAYS_ON}>
      <p>We're sorry, the page you requested could not be found.</p>
    </Notice>
  );
}

export const page = definePage({
  Page: NotFoundPage,
  status: () => 404,
  head: ({ path }) => ({
    title: "Page Not Found",
    description: "We're sorry, the page you requested could not be found.",
    canonicalPath: path,
    noindex: true,
  }),
});
