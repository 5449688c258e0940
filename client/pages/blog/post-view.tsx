import { type BlogPost, entries } from "virtual:content/blog";
import * as words from "../../../content/words/en/blog.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { RelatedReading } from "../../components/links/related-reading.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Section } from "../../components/sections/section.tsx";
import { fill } from "../../format/fill.ts";
import { AuthorBox } from "./author-box.tsx";
import { BlogDay } from "./blog-day.tsx";
import styles from "./post.module.css";
import { PostCard } from "./post-card.tsx";
import { relatedPosts } from "./related-posts.ts";
import { tagSlug } from "./tag-slug.ts";
import { ViewCounter } from "./view-counter.tsx";

/** The breadcrumbs of a post. */
export function postCrumbs({ category }: Pick<BlogPost, "category">) {
  return [
    { text: words.title, href: paths.blog() },
    { text: category.name, href: paths.blogCategory(category.slug) },
  ];
}

function PostHead({ post }: { post: BlogPost }) {
  const { category, readingTimeMinutes } = post;
  return (
    <header className={`${styles.head} stack`}>
      <Breadcrumbs crumbs={postCrumbs(post)} />
      <p>
        <Link className="chip" to={paths.blogCategory(category.slug)}>
          {category.name}
        </Link>
      </p>
      {post.language && <p className={`${styles.facts} cluster muted small`}>{inEnglish}</p>}
      <h1 lang={post.language}>{post.title}</h1>
      <p className="intro xl" lang={post.language}>
        {post.introduction}
      </p>
      <p className={`${styles.facts} cluster muted small`}>
        <span>{post.author_name}</span> <BlogDay day={post.publish_date} />{" "}
        <span>{fill(words.minutes, { count: readingTimeMinutes })}</span>{" "}
        <ViewCounter blogId={post.id} />
      </p>
    </header>
  );
}

/** Spec section 2: a tag links to the posts with that tag. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="chips screen" role="list" aria-label={words.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={paths.blogTag(tagSlug(tag))}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Spec section 2, Blog post. */
export function PostView({ post }: { post: BlogPost }) {
  const related = relatedPosts(post, entries);
  return (
    <>
      <article className="column item">
        <PostHead post={post} />
        <figure className={`${styles.picture} frame`}>
          <ContentPicture
            image={post.featured_image}
            alt={post.featured_image_alt}
            shape="wide"
            isFirst
          />
        </figure>
        <div className={`${styles.text} stack`}>
          <RichText html={post.html} language={post.language} />
          <Tags tags={post.tags} />
          <AuthorBox name={post.author_name} />
          <p className="links screen">
            <Link to={paths.blog()}>{words.back}</Link>
          </p>
        </div>
      </article>
      {related.length > 0 ? (
        <Section title={words.related} tone="warm">
          <CardGrid items={related} keyOf={({ slug }) => slug}>
            {(each) => <PostCard post={each} />}
          </CardGrid>
        </Section>
      ) : (
        <div className={`${styles.text} stack`}>
          <RelatedReading path={paths.blogPost(post.slug)} />
        </div>
      )}
      <CallToActionBand
        title={words.ending.title}
        text={words.ending.text}
        actions={[
          { text: words.ending.donate, link: "/donate" },
          { text: words.ending.contact, link: "/contact", isRedirected: true },
        ]}
      />
    </>
  );
}
