import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import type { OpenPage } from "../../page.ts";

/** A category or tag that the blog does not have: 404, in the spec's words for an empty list. */
export function noStories(text: string): OpenPage {
  const title = words.noStories;
  return {
    Page: () => (
      <Notice
        title={title}
        actions={[{ text: words.returnToBlog, href: paths.blog(), isMain: true }]}
      >
        <p>{text}</p>
      </Notice>
    ),
    status: () => 404,
    head: ({ path }) => ({ title, description: text, canonicalPath: path, noindex: true }),
  };
}
