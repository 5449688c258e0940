import { useLocation } from "react-router";
import type { Outcome } from "../../../shared/contract/answers.ts";
import type { NewsFeed } from "../../../shared/contract/site-data.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/card-grid.tsx";
import { NewsCard } from "../../components/news-card.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { SavedCopy } from "../../components/saved-copy.tsx";
import { CardSkeletons } from "../../components/skeleton.tsx";
import { FailedBox, StateBox } from "../../components/state-box.tsx";
import { feedTab } from "./news.queries.ts";
import styles from "./news-feed.module.css";

const FAILED = "Failed to load content. Please try again later.";

/** The news half of the feed: the featured item, five others, and the way to older ones. */
export function NewsBox({ outcome }: { outcome: Outcome<NewsFeed> }) {
  const { pathname, search } = useLocation();
  if (outcome.kind !== "ok") return <FailedBox title={FAILED} href={pathname + search} />;
  const { featured, items, page, pages } = outcome.data;
  if (!featured && items.length === 0) {
    return (
      <StateBox kind="empty" title="No news available">
        <p>Please check back later for updates.</p>
      </StateBox>
    );
  }
  const type = feedTab(new URLSearchParams(search));
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {featured && (
        <div className={styles.lead}>
          <NewsCard item={featured} isLead />
        </div>
      )}
      <CardGrid items={items} keyOf={(item) => item.id}>
        {(item) => <NewsCard item={item} />}
      </CardGrid>
      <Pagination
        label="News pages"
        page={page}
        pages={pages}
        hrefOf={(number) => paths.newsFeed({ type, page: number })}
      />
    </>
  );
}

/** Spec section 8: the loading text, over the shape of what comes. */
export function NewsWaiting() {
  return (
    <>
      <p role="status">Loading news and events...</p>
      <CardSkeletons count={5} hasLead />
    </>
  );
}
