import { type Entry as BlogPost, entries, load } from "virtual:content/blog";
import { blog as ending } from "virtual:content/endings?blog";
import { identity, settings } from "virtual:content/site";
import { useEffect, useState } from "react";
import * as words from "../../../content/words/en/blog.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/entry-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { RelatedReading } from "../../components/links/item-links.tsx";
import { Link, LinkList } from "../../components/links/link.tsx";
import { ContentPicture, imageUrl } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Section } from "../../components/sections/section.tsx";
import { logQuietly } from "../../data/quiet-log.ts";
import { counted } from "../../format/text.ts";
import type { PageModule } from "../../page.ts";
import { tagSlug, viewCount } from "./blog.ts";
import styles from "./post.module.css";
import { PostCard } from "./post-card.tsx";

const crumbsOf = ({ category }: BlogPost) => [
  { text: words.title, href: paths.blog() },
  { text: category.name, href: paths.blogCategory(category.slug) },
];

/** Renders the number of views. The number is in session storage, so it appears after hydration, in reserved space (spec section 2). */
function ViewCounter({ blogId }: { blogId: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!settings.blogViewCounter) return;
    try {
      setCount(viewCount(blogId, window.sessionStorage));
    } catch (error) {
      logQuietly("blog view counter", error);
    }
  }, [blogId]);
  if (!settings.blogViewCounter) return null;
  return (
    <span className={`${styles.views} screen scripted`}>
      {count > 0 && counted(words.views, count)}
    </span>
  );
}

function PostHead({ post }: { post: BlogPost }) {
  const { category, readingTimeMinutes } = post;
  return (
    <header className={`${styles.head} stack`}>
      <Breadcrumbs crumbs={crumbsOf(post)} />
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
        <span>{post.author_name}</span> <DateText at={post.publish_date} precision="day" />{" "}
        <span>{fill(words.minutes, { count: readingTimeMinutes })}</span>{" "}
        <ViewCounter blogId={post.id} />
      </p>
    </header>
  );
}

const AuthorBox = ({ name }: { name: string }) => (
  <section className="cluster panel warm" aria-label={words.author}>
    <p className={`${styles.initial} xl`} aria-hidden="true">
      {/* "W" for "The water programme". */}
      {name.replace(/^The /, "").charAt(0).toUpperCase()}
    </p>
    <div>
      <p className="muted small">{words.writtenBy}</p>
      <p className="large semibold">{name}</p>
      <p>{identity.name}</p>
    </div>
  </section>
);

/** The limit of other posts of the same category, in the order of the list (spec section 9). */
const MOST_RELATED = 3;

function PostView({ post }: { post: BlogPost }) {
  const related = entries
    .filter(({ slug, category }) => category.slug === post.category.slug && slug !== post.slug)
    .slice(0, MOST_RELATED);
  return (
    <>
      <article className="column item">
        <PostHead post={post} />
        <figure className={`${styles.picture} frame`}>
          <ContentPicture
            image={post.featured_image}
            alt={post.featured_image_alt}
            shape="wide"
            place="main"
            isFirst
          />
        </figure>
        <div className={`${styles.text} stack`}>
          <RichText html={post.html} language={post.language} />
          <LinkList
            className="chips screen"
            aria-label={words.tags}
            links={post.tags.map((tag) => ({ text: tag, href: paths.blogTag(tagSlug(tag)) }))}
          />
          <AuthorBox name={post.author_name} />
          <p className="links screen">
            <Link to={paths.blog()}>{words.back}</Link>
          </p>
        </div>
      </article>
      {related.length > 0 ? (
        <Section title={words.related} tone="warm">
          <CardGrid items={related}>{(each) => <PostCard post={each} />}</CardGrid>
        </Section>
      ) : (
        <div className={`${styles.text} stack`}>
          <RelatedReading path={paths.blogPost(post.slug)} />
        </div>
      )}
      <CallToActionBand {...ending} />
    </>
  );
}

export const page: PageModule = {
  open: async ({ params }) => {
    const post = (await load[params.slug ?? ""]?.())?.default;
    if (!post) return absentPage(words.absent, paths.blog());
    return {
      Page: () => <PostView post={post} />,
      head: () => ({
        title: post.title,
        description: post.introduction,
        author: post.author_name,
        publishedTime: post.publish_date,
        tags: post.tags,
        crumbs: crumbsOf(post),
        article: {
          "@type": "BlogPosting",
          image: [imageUrl(post.featured_image)],
          articleSection: post.category.name,
          timeRequired: `PT${post.readingTimeMinutes}M`,
          inLanguage: post.language ?? code,
        },
      }),
    };
  },
};
