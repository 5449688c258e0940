import type { BlogPostSummary } from "virtual:content/blog";
import type { ReactNode } from "react";
import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import styles from "./blog.module.css";
import { BlogCategories, BlogStats } from "./blog-sidebar.tsx";
import { PostCard } from "./post-card.tsx";

interface Props {
  title: string;
  standfirst: string;
  /** Breadcrumbs; without them it is the whole blog. */
  above?: ReactNode;
  posts: readonly BlogPostSummary[];
  /** As in `BlogCategories`. */
  current: string | null | undefined;
}

function NoStories() {
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

function Posts({ posts }: { posts: readonly BlogPostSummary[] }) {
  const [lead, ...others] = posts;
  if (!lead) return <NoStories />;
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

/** Posts and sidebar: the whole blog, a category or a tag. */
export function BlogList({ title, standfirst, above, posts, current }: Props) {
  return (
    <>
      <PageHeader
        title={title}
        standfirst={standfirst}
        {...(above ? { above } : { pattern: "climate" })}
      />
      <div className={`${styles.columns} page band beside`}>
        <BlogCategories current={current} />
        <div className={styles.posts}>
          <Posts posts={posts} />
        </div>
        <BlogStats />
      </div>
    </>
  );
}
