import { useLocation } from "react-router";
import { paths } from "../../shared/paths.ts";
import { Notice } from "./notice.tsx";

/** Spec section 8: an article or event the source does not have. */
export function ItemNotFound({ title, text }: { title: string; text: string }) {
  return (
    <Notice
      title={title}
      actions={[{ text: "Back to News & Events", href: paths.newsFeed(), isMain: true }]}
    >
      <p>{text}</p>
    </Notice>
  );
}

/** Spec section 8: an article or event that could not be had now. Retry loads the page again. */
export function ItemFailed({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <Notice title={title}>
      <p role="alert">Please try again later.</p>
      <p>
        <a href={pathname + search}>Retry</a>
      </p>
    </Notice>
  );
}
