import { type BlogPost, entries } from "virtual:content/blog";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Section } from "../../components/sections/section.tsx";
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
    { text: "Blog", href: paths.blog() },
    { text: category.name, href: paths.blogCategory(category.slug) },
  ];
}

function PostHead({ post }: { post: BlogPost }) {
  const { category, readingTimeMinutes } = post;
  return (
    <header className={styles.head}>
      <Breadcrumbs crumbs={postCrumbs(post)} />
      <p>
        <Link className={styles.category} to={paths.blogCategory(category.slug)}>
          {category.name}
        </Link>
      </p>
      <h1>{post.title}</h1>
      <p className={styles.standfirst}>{post.introduction}</p>
      <p className={styles.facts}>
        <span>{post.author_name}</span> <BlogDay day={post.publish_date} />{" "}
        <span>{`${readingTimeMinutes} min read`}</span> <ViewCounter blogId={post.id} />
      </p>
    </header>
  );
}

/** Spec section 2: a tag links to the posts with that tag. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={styles.tags} role="list" aria-label="Tags">
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
      <article className={styles.post}>
        <PostHead post={post} />
        <figure className={styles.picture}>
          <ContentPicture
            image={post.featured_image}
            alt={post.featured_image_alt}
            shape="wide"
            isFirst
          />
        </figure>
        <div className={styles.text}>
          <RichText html={post.html} />
          <Tags tags={post.tags} />
          <AuthorBox name={post.author_name} />
          <p className={styles.back}>
            <Link to={paths.blog()}>Back to Blog</Link>
          </p>
        </div>
      </article>
      {related.length > 0 && (
        <Section title="Related stories" tone="warm">
          <CardGrid items={related} keyOf={({ slug }) => slug}>
            {(each) => <PostCard post={each} />}
          </CardGrid>
        </Section>
      )}
      <CallToActionBand
        title="Be part of the next story"
        text="Your gift keeps work like this going. Questions first? Just ask."
        actions={[
          { text: "Donate Now", link: "/donate" },
          { text: "Contact Us", link: "/contact", isRedirected: true },
        ]}
      />
    </>
  );
}
