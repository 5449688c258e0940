import * as words from "../../../content/words/en/news.json";
import type { NewsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { NewsCard } from "../../components/cards/item-cards.tsx";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { useFailureNotification } from "../../components/feedback/notifications.tsx";
import { SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";
import { Link } from "../../components/links/link.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { counted } from "../../format/text.ts";
import { useLocation } from "../../navigation.ts";
import { BeyondLast } from "./beyond-last.tsx";
import { FeedFailed } from "./feed-failed.tsx";
import { feedNarrowing, feedTab } from "./news.queries.ts";
import styles from "./news-feed.module.css";

/** News: the featured item, five others, and pagination. */
export function NewsBox({ outcome }: { outcome: Outcome<NewsFeed> }) {
  const { search } = useLocation();
  useFailureNotification("content", outcome);
  if (outcome.kind !== "ok") return <FeedFailed />;
  const { featured, items, page, pages, total } = outcome.data;
  const type = feedTab(new URLSearchParams(search));
  const narrowing = feedNarrowing(new URLSearchParams(search));
  const word = narrowing.category ?? narrowing.tag;
  const hrefOf = (number: number) => paths.newsFeed({ type, ...narrowing, page: number });
  if (page > pages && total > 0)
    return <BeyondLast ends={words.newsEnd} page={page} pages={pages} hrefOf={hrefOf} />;
  if (!featured && items.length === 0) {
    return (
      <StateBox kind="empty" title={words.noNews}>
        <p>{words.laterNews}</p>
        {word !== null && <Link to={paths.newsFeed({ type })}>{words.seeAllNews}</Link>}
      </StateBox>
    );
  }
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {word !== null && (
        <p className={styles.narrowed}>
          {words.about} <strong>{word}</strong>
          <span>{`: ${counted(words.items, total)}. `}</span>
          <Link className="touch" to={paths.newsFeed({ type })}>
            {words.seeAllNews}
          </Link>
        </p>
      )}
      {featured && <NewsCard item={featured} isLead />}
      <CardGrid items={items} keyOf={(item) => item.id}>
        {(item) => <NewsCard item={item} />}
      </CardGrid>
      <Pagination label={words.newsPages} page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}

/** Spec section 8: the loading text, in the size of the content. */
export function NewsWaiting({ page }: { page: number }) {
  return (
    <>
      <CardSkeletons count={5} hasLead={page === 1} label={words.loading} />
      <div className={`${styles.waitingPages} apart`} />
    </>
  );
}
