import { entries } from "virtual:content/blog";
import { categories } from "../../../content/blog-categories.json";
import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import styles from "./blog.module.css";
import { BlogDay } from "./blog-day.tsx";

/** The date of the newest post, which the compiler sorts first. */
const lastUpdated = entries[0]?.publish_date ?? null;

const LINKS = [
  { name: words.allCategories, href: paths.blog(), slug: null, count: entries.length },
  ...categories.map(({ name, slug }) => ({
    name,
    href: paths.blogCategory(slug),
    slug,
    count: entries.filter((post) => post.category.slug === slug).length,
  })),
];

interface Props {
  /** The slug of the category shown; null for all, undefined for a tag. */
  current: string | null | undefined;
}

/** Spec section 2, Blog: the categories and their counts. */
export function BlogCategories({ current }: Props) {
  return (
    <nav aria-label={words.categories} className={styles.categories}>
      <h2 className="rule large">{words.categories}</h2>
      <ul role="list">
        {LINKS.map(({ name, href, slug, count }) => (
          <li key={href}>
            <Link to={href} aria-current={slug === current ? "page" : undefined}>
              <span>{`${name} `}</span>
              <span className="small">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Spec section 2, Blog: totals. */
export function BlogStats() {
  return (
    <aside className={`${styles.about} screen`} aria-label={words.stats}>
      <h2 className="rule large">{words.stats}</h2>
      <dl className="facts stack tight small">
        <div className="cluster spread">
          <dt>{words.totalPosts}</dt>
          <dd>{entries.length}</dd>
        </div>
        <div className="cluster spread">
          <dt>{words.categories}</dt>
          <dd>{categories.length}</dd>
        </div>
        <div className="cluster spread">
          <dt>{words.lastUpdated}</dt>
          <dd>{lastUpdated === null ? words.never : <BlogDay day={lastUpdated} />}</dd>
        </div>
      </dl>
    </aside>
  );
}
