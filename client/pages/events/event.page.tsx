import * as words from "../../../content/words/en/event.json";
import { ArticleWaiting } from "../../components/article/article-waiting.tsx";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { lazyView, Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { eventQuery } from "../site.queries.ts";
import { CRUMBS, eventHead } from "./event-head.ts";

const loadViews = () => import("./event-view.tsx");
const EventView = lazyView(loadViews, (views) => views.EventView);

const showOwnTime = () =>
  void import("../../components/dates/local-time.tsx")
    .then((localTime) => localTime.showOwnTime())
    .catch(() => {});

function EventPage({ params }: PageProps) {
  const query = eventQuery(params.slug ?? "");
  const waiting = <ArticleWaiting crumbs={CRUMBS} label={words.loading} />;
  return (
    <>
      <Streamed query={query} view={EventView} fallback={waiting} onShown={showOwnTime} />
      <Notifications />
    </>
  );
}

export const page = definePage({ Page: EventPage, loadViews, head: eventHead });
