import { type Summary as BlogPostSummary, entries } from "virtual:content/blog";
import { categories } from "virtual:content/blog-categories";
import { blog } from "virtual:content/list-pages";
import * as words from "../../../content/words/en/blog.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/entry-page.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import styles from "./blog.module.css";
import { tagSlug } from "./blog.ts";
import { PostCard } from "./post-card.tsx";

const CRUMBS = [{ text: words.title, href: paths.blog() }];

const inCategory = (slug: string) => entries.filter(({ category }) => category.slug === slug);

const LINKS = [
  { name: words.allCategories, href: paths.blog(), slug: null, count: entries.length },
  ...categories.map(({ name, slug }) => ({
    name,
    href: paths.blogCategory(slug),
    slug,
    count: inCategory(slug).length,
  })),
];

/** The posts of the whole blog, of a category or of a tag. */
interface Selection {
  /** The name of the category or tag; null for the whole blog. */
  name: string | null;
  standfirst: string;
  /** The canonical path of a tag, which has several spellings. */
  canonicalPath?: string;
  posts: readonly BlogPostSummary[];
  /** The slug of the category shown; null for all, undefined for a tag. */
  category: string | null | undefined;
}

/** Renders the categories of the blog and their counts (spec section 2). */
const Categories = ({ current }: { current: Selection["category"] }) => (
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

/** Renders the totals of the blog (spec section 2). The compiler sorts the newest post first. */
function Stats() {
  const [newest] = entries;
  const stats = [
    [words.totalPosts, entries.length],
    [words.categories, categories.length],
    [
      words.lastUpdated,
      newest ? <DateText key="day" at={newest.publish_date} precision="day" /> : words.never,
    ],
  ] as const;
  return (
    <aside className={`${styles.about} screen`} aria-label={words.stats}>
      <h2 className="rule large">{words.stats}</h2>
      <dl className="facts stack tight small">
        {stats.map(([name, value]) => (
          <div key={name} className="cluster spread">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function Posts({ posts: [lead, ...others] }: { posts: readonly BlogPostSummary[] }) {
  if (!lead) {
    return (
      <div className="note stack">
        <h2>{words.noStories}</h2>
        <p>{words.nothingYet}</p>
        <p className="links">
          <Link to={paths.blog()}>{words.allStories}</Link>
        </p>
      </div>
    );
  }
  return (
    <>
      <h2 className="visually-hidden">{words.stories}</h2>
      <PostCard post={lead} isLead />
      {others.length > 0 && (
        <ul className={`${styles.grid} split`} role="list">
          {others.map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function blogPage({ name, standfirst, canonicalPath, posts, category }: Selection): OpenPage {
  const title = name === null ? blog.title : `${blog.title}: ${name}`;
  return {
    Page: () => (
      <>
        <PageHeader
          title={title}
          subtitle={standfirst}
          {...(name === null ? { pattern: "climate" } : { above: <Breadcrumbs crumbs={CRUMBS} /> })}
        />
        <div className={`${styles.columns} page band beside`}>
          <Categories current={category} />
          <div className={styles.posts}>
            <Posts posts={posts} />
          </div>
          <Stats />
        </div>
      </>
    ),
    head: () => ({
      title,
      description: name === null ? blog.description : standfirst,
      canonicalPath,
      ...(name !== null && { crumbs: CRUMBS, name }),
    }),
  };
}

function openCategory(wanted: string): OpenPage {
  const category = categories.find(({ slug }) => slug === wanted);
  if (!category) return absentPage(words.noCategory, paths.blog());
  const { name, slug, description } = category;
  return blogPage({ name, standfirst: description, posts: inCategory(slug), category: slug });
}

/** Opens the page of a tag. Tags are compared by slug, so that every spelling is found. */
function openTag(wanted: string): OpenPage {
  const slug = tagSlug(wanted);
  const posts = entries.filter(({ tags }) => tags.some((tag) => tagSlug(tag) === slug));
  const name = posts.flatMap(({ tags }) => tags).find((tag) => tagSlug(tag) === slug);
  if (name === undefined) return absentPage(words.noTag, paths.blog());
  const text = posts.length === 1 ? words.tagged.one : words.tagged.other;
  return blogPage({
    name,
    standfirst: fill(text, { count: posts.length, name }),
    canonicalPath: paths.blogTag(slug),
    posts,
    category: undefined,
  });
}

export const page: PageModule = {
  open: ({ params: { categorySlug, tag } }) => {
    if (categorySlug !== undefined) return openCategory(categorySlug);
    if (tag !== undefined) return openTag(tag);
    return blogPage({ name: null, standfirst: blog.subtitle, posts: entries, category: null });
  },
};
