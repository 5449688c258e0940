import * as words from "../../../content/words/en/not-found.json";
import type { OpenPage } from "../../page.ts";
import { SearchField } from "../forms/search-field.tsx";
import { ContentPicture } from "../media/picture.tsx";
import { PicturedNotice } from "./pictured-notice.tsx";

const LINKS = [
  { text: words.home, href: "/", isMain: true },
  { text: words.about, href: "/about-us" },
  { text: words.work, href: "/our-work" },
  { text: words.projects, href: "/projects" },
  { text: words.news, href: "/news-events" },
  { text: words.contact, href: "/contact-us" },
  { text: words.donate, href: "/donate" },
];

const PageNotFound = () => (
  <PicturedNotice
    mark="404"
    title={words.title}
    actions={LINKS}
    picture={<ContentPicture image="images/states/404.svg" alt="" shape="scene" isFirst />}
  >
    <p>{words.text}</p>
    <search>
      <SearchField />
    </search>
  </PicturedNotice>
);

/** Spec section 2, 404: any path without a page. */
export const notFoundPage: OpenPage = {
  Page: PageNotFound,
  status: () => 404,
  head: ({ path }) => ({
    title: words.title,
    description: words.text,
    canonicalPath: path,
    noindex: true,
  }),
};
