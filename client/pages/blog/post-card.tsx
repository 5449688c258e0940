import * as words from "../../../content/words/en/blog.json";
import { otherLanguage } from "../../../content/words/en/in-english.json";
import type { EntrySummary } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardLink } from "../../components/cards/card-grid.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import styles from "./blog.module.css";
import "../../components/cards/badge.css";

type Props = { post: EntrySummary<"blog">; isLead?: boolean };

export const PostCard = ({ post, isLead = false }: Props) => (
  <article className={`panel ${card.card}${isLead ? ` split ${card.lead}` : ""}`}>
    <div className={`${styles.picture} badged`}>
      <ContentPicture
        image={post.featured_image}
        alt=""
        shape="wide"
        place={isLead ? "lead" : "card"}
        isFirst={isLead}
      />
    </div>
    <div className={card.body}>
      <p className={card.meta}>
        <span className="tag">{post.category.name}</span>{" "}
        <DateText at={post.publish_date} precision="day" />{" "}
        <span>{fill(words.minutes, { count: post.readingTimeMinutes })}</span>{" "}
        {post.language && <span>{otherLanguage}</span>}
      </p>
      <h3 lang={post.language}>{post.title}</h3>
      <p className={card.excerpt} lang={post.language}>
        {post.introduction}
      </p>
      <CardLink
        to={paths.blogPost(post.slug)}
        text={words.readMore}
        title={post.title}
        language={post.language}
      />
    </div>
  </article>
);
