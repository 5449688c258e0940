import * as words from "../../../content/words/en/blog.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/absent-page.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./blog.module.css";
import { tagSlug } from "./blog.ts";
import { PostCard } from "./post-card.tsx";
import "../../components/sections/banner.css";

type Content = ContentOf<"blog">;

const CRUMBS = [{ text: words.title, href: paths.blog() }];

const inCategory = ({ posts }: Content, slug: string) =>
  posts.filter(({ category }) => category.slug === slug);

const linksOf = (content: Content) => [
  { name: words.allCategories, href: paths.blog(), slug: null, count: content.posts.length },
  ...content.categories.map(({ name, slug }) => ({
    name,
    href: paths.blogCategory(slug),
    slug,
    count: inCategory(content, slug).length,
  })),
];

/** The posts of the whole blog, of a category or of a tag. */
interface Selection {
  /** The name of the category or tag; null for the whole blog. */
  name: string | null;
  standfirst: string;
  /** The canonical path of a tag, which has several spellings. */
  canonicalPath?: string;
  posts: Content["posts"];
  /** The slug of the category shown; null for all, undefined for a tag. */
  category: string | null | undefined;
}

interface CategoriesProps {
  content: Content;
  current: Selection["category"];
}

/** Renders the categories of the blog and their counts (spec section 2). */
const Categories = ({ content, current }: CategoriesProps) => (
  <nav aria-label={words.categories} className={styles.categories}>
    <h2 className="rule large">{words.categories}</h2>
    <ul role="list">
      {linksOf(content).map(({ name, href, slug, count }) => (
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

/** Renders the totals of the blog (spec section 2). The newest post is the first of the list. */
function Stats({ posts, categories }: Content) {
  const [newest] = posts;
  const stats = [
    [words.totalPosts, posts.length],
    [words.categories, categories.length],
    [
      words.lastUpdated,
      newest ? <DateText key="day" at={newest.publish_date} precision="day" /> : words.never,
    ],
  ] as const;
  return (
    <aside className={`${styles.about} screen`} aria-label={words.stats}>
      <h2 className="rule large">{words.stats}</h2>
      <Facts className="stack tight small" row="cluster spread" facts={stats} />
    </aside>
  );
}

function Posts({ posts: [lead, ...others] }: Pick<Selection, "posts">) {
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

function ofCategory(content: Content, wanted: string): Selection | null {
  const category = content.categories.find(({ slug }) => slug === wanted);
  if (!category) return null;
  const { name, slug, description } = category;
  return { name, standfirst: description, posts: inCategory(content, slug), category: slug };
}

/** Returns the posts of a tag. Tags are compared by slug, so that every spelling is found. */
function ofTag(content: Content, wanted: string): Selection | null {
  const slug = tagSlug(wanted);
  const posts = content.posts.filter(({ tags }) => tags.some((tag) => tagSlug(tag) === slug));
  const name = posts.flatMap(({ tags }) => tags).find((tag) => tagSlug(tag) === slug);
  if (name === undefined) return null;
  const text = posts.length === 1 ? words.tagged.one : words.tagged.other;
  return {
    name,
    standfirst: fill(text, { count: posts.length, name }),
    canonicalPath: paths.blogTag(slug),
    posts,
    category: undefined,
  };
}

type Request = Pick<PageProps<Content>, "content" | "params">;

/** Returns the posts that the URL names; null for an unknown category or tag. */
function selectionOf({ content, params: { categorySlug, tag } }: Request): Selection | null {
  if (categorySlug !== undefined) return ofCategory(content, categorySlug);
  if (tag !== undefined) return ofTag(content, tag);
  const { posts, list } = content;
  return { name: null, standfirst: list.subtitle, posts, category: null };
}

const noCategory = absentPage(words.noCategory, paths.blog());
const noTag = absentPage(words.noTag, paths.blog());

/** Returns the view of an unknown tag or category. */
const absentOf = ({ params }: Request) => (params.tag === undefined ? noCategory : noTag);

const titleOf = ({ list }: Content, { name }: Selection) =>
  name === null ? list.title : `${list.title}: ${name}`;

function BlogPage({ content, params }: PageProps<Content>) {
  const selection = selectionOf({ content, params });
  if (selection === null) return null;
  const { name, standfirst, posts, category } = selection;
  return (
    <>
      <PageHeader
        title={titleOf(content, selection)}
        subtitle={standfirst}
        {...(name === null ? { pattern: "climate" } : { above: <Breadcrumbs crumbs={CRUMBS} /> })}
      />
      <div className={`${styles.columns} page band beside`}>
        <Categories content={content} current={category} />
        <div className={styles.posts}>
          <Posts posts={posts} />
        </div>
        <Stats {...content} />
      </div>
    </>
  );
}

export const page = definePage<Content>({
  Page: BlogPage,
  hydrate: "use",
  absent: (props) => (selectionOf(props) === null ? absentOf(props) : null),
  head: (context) => {
    const { content } = context;
    const selection = selectionOf(context);
    if (selection === null) return absentOf(context).head;
    const { name, standfirst, canonicalPath } = selection;
    return {
      title: titleOf(content, selection),
      description: name === null ? content.list.description : standfirst,
      canonicalPath,
      ...(name !== null && { crumbs: CRUMBS, name }),
    };
  },
});
