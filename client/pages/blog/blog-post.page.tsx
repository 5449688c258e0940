import * as words from "../../../content/words/en/blog.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";
import type { Entry } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/absent-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { RelatedReading } from "../../components/links/item-links.tsx";
import { Link, LinkList } from "../../components/links/link.tsx";
import { ContentPicture, imageUrl } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import { tagSlug } from "./blog.ts";
import styles from "./post.module.css";
import { PostCard } from "./post-card.tsx";
import { showViews } from "./show-views.ts";
import "../../components/links/chips.css";
import "../../components/article/item.css";

type Content = ContentOf<"blogPost">;

const crumbsOf = ({ category }: Entry<"blog">) => [
  { text: words.title, href: paths.blog() },
  { text: category.name, href: paths.blogCategory(category.slug) },
];

function PostHead({ post, settings }: Content) {
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
        {/* The number is in session storage, so that show-views.ts writes it here in the browser. */}
        {settings.blogViewCounter && (
          <span className={`${styles.views} screen scripted`} data-views={post.id} />
        )}
      </p>
    </header>
  );
}

interface AuthorProps {
  name: string;
  foundation: string;
}

const AuthorBox = ({ name, foundation }: AuthorProps) => (
  <section className="cluster panel warm" aria-label={words.author}>
    <p className={`${styles.initial} xl`} aria-hidden="true">
      {/* "W" for "The water programme". */}
      {name.replace(/^The /, "").charAt(0).toUpperCase()}
    </p>
    <div>
      <p className="muted small">{words.writtenBy}</p>
      <p className="large semibold">{name}</p>
      <p>{foundation}</p>
    </div>
  </section>
);

/** The limit of other posts of the same category, in the order of the list (spec section 9). */
const MOST_RELATED = 3;

function PostPage({ content }: PageProps<Content>) {
  const { post, posts, ending, identity } = content;
  const related = posts
    .filter(({ slug, category }) => category.slug === post.category.slug && slug !== post.slug)
    .slice(0, MOST_RELATED);
  return (
    <>
      <article className="column item">
        <PostHead {...content} />
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
          <AuthorBox name={post.author_name} foundation={identity.name} />
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

export const page = definePage<Content>({
  Page: PostPage,
  hydrate: "load",
  onShown: showViews,
  head: ({ content: { post }, frame }) => ({
    title: post.title,
    description: post.introduction,
    author: post.author_name,
    publishedTime: post.publish_date,
    tags: post.tags,
    crumbs: crumbsOf(post),
    article: {
      "@type": "BlogPosting",
      image: [imageUrl(post.featured_image, frame)],
      articleSection: post.category.name,
      timeRequired: `PT${post.readingTimeMinutes}M`,
      inLanguage: post.language ?? code,
    },
  }),
  noEntry: absentPage(words.absent, paths.blog()),
});
