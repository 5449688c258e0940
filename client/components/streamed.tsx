import {
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  use,
  useSyncExternalStore,
} from "react";
import type { Outcome } from "../../shared/contract/answers.ts";
import { answerElementId, type PageQuery } from "../data/page-query.ts";
import { useQueryStore } from "../data/query-store-context.ts";
import { useIsHydrating } from "./use-is-hydrating.ts";

interface StreamedProps<T> {
  query: PageQuery<T>;
  /** Defined at module level: a new function each render would draw the boundary anew. */
  view: ComponentType<{ outcome: Outcome<T> }>;
  fallback: ReactNode;
}

/**
 * Draws a query's answer, in the first HTML when it made the head start, later in the stream when
 * not. The boundary holds the data it was drawn with, so that hydration asks nothing.
 */
function StreamedBoundary<T>({ query, view, fallback }: StreamedProps<T>) {
  return (
    <Suspense fallback={fallback}>
      <Answered query={query} view={view} />
    </Suspense>
  );
}

function Answered<T>({ query, view: View }: Pick<StreamedProps<T>, "query" | "view">) {
  const store = useQueryStore();
  useSyncExternalStore(store.subscribe, store.version, store.version);
  const entry = store.entry(query);
  const isHydrating = useIsHydrating();
  // The store keeps under a key only answers to that key's question.
  const outcome = use(entry.promise) as Outcome<T>;
  return (
    <>
      <View outcome={outcome} />
      {isHydrating && entry.printed !== null && (
        <script type="application/json" id={answerElementId(query.key)}>
          {entry.printed}
        </script>
      )}
    </>
  );
}

// Equal keys mean equal questions: a parent that draws again leaves a boundary still awaited alone.
export const Streamed = memo(
  StreamedBoundary,
  (before, after) => before.query.key === after.query.key && before.view === after.view,
) as typeof StreamedBoundary;
