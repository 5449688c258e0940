import {
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import {
  outcomeElementId,
  type PageQuery,
  type QueryEntry,
  trackPromise,
} from "../../data/queries.ts";
import { dataSaver, useRequest } from "../../data/request-context.ts";

const never = () => () => {};

/** Returns false when the browser renders a component after a navigation. `useState(useIsHydrating())` stores the first answer. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/** The loaders of the views of data. A kept page needs these views to render its copy (client/offline/start.ts). */
const loads = new Set<() => Promise<unknown>>();
export const loadViews = () => Promise.all([...loads].map((load) => load()));

/** Returns a view whose module the browser loads when it renders the view. Server HTML that is left as it is needs no module. */
export function lazyView<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => (props: Props) => ReactNode,
  isOfData = true,
): (props: Props) => ReactNode {
  let loading: Promise<Module> | undefined;
  const once = () => {
    loading ??= trackPromise(load());
    return loading;
  };
  // Add `load`, not `once`, which would remember a failure.
  if (isOfData) loads.add(load);
  // Start before the first request, so that a request renders without suspending.
  if (import.meta.env.SSR) once();
  return function LazyView(props) {
    const View = pick(use(once()));
    return <View {...props} />;
  };
}

/**
 * Returns a section that has links and no other behaviour, so that the browser leaves the server's HTML as it is. The id must be unique.
 */
export function staticPart<Module, Props extends object = object>(
  id: `q:${string}`,
  load: () => Promise<Module>,
  pick: (module: Module) => (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  const Part = lazyView(load, pick, false);
  return function StaticPart(props) {
    // Also true when React renders the server's page again, such as a page that the browser has translated.
    const [isServed] = useState(
      () => !import.meta.env.SSR && (servedHtml.has(id) || document.getElementById(id) !== null),
    );
    if (isServed) return <ServedHtml id={id} className="contents" />;
    return (
      <div id={id} className="contents">
        <Part {...props} />
      </div>
    );
  };
}

interface StreamedProps<T> {
  query: PageQuery<T>;
  /** Defined at module level: another function would remount the boundary. */
  view: (props: { outcome: Outcome<T> }) => ReactNode;
  fallback: ReactNode;
  /** Called when a loaded outcome is shown, by the server's HTML or by the view. */
  onShown?: () => void;
}

/** The child nodes of the elements that `ServedHtml` replaces, by id. */
const servedHtml = new Map<string, Node[]>();

/**
 * Keeps the server's HTML of an element. React does not look into an element whose only child is a text that may differ. When the element
 * is rendered again, its nodes are put back.
 */
function ServedHtml({ id, className }: { id: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  const there = document.getElementById(id)?.childNodes;
  if (!servedHtml.has(id) && there) servedHtml.set(id, [...there]);
  useLayoutEffect(() => {
    if (!ref.current?.hasChildNodes()) ref.current?.append(...(servedHtml.get(id) ?? []));
  }, [id]);
  return (
    <div ref={ref} id={id} className={className} suppressHydrationWarning>
      {""}
    </div>
  );
}

interface DeliveredProps<T> {
  entry: QueryEntry;
  className?: string | undefined;
  children: (outcome: Outcome<T>) => ReactNode;
}

/**
 * Renders an outcome in the way in which the browser gets it (`Delivery`): as HTML that stays, or with its JSON beside the view. Suspends
 * until the outcome is there.
 */
export function Delivered<T>({ entry, className, children }: DeliveredProps<T>) {
  const isHydrating = useIsHydrating();
  const { query, delivery, promise } = entry;
  const id = outcomeElementId(query.key);
  const isHtml = delivery.kind === "html";
  if (!import.meta.env.SSR && isHtml) return <ServedHtml id={id} className={className} />;
  const outcome = use(promise) as Outcome<T>;
  const view = children(outcome);
  if (import.meta.env.SSR && dataSaver()) return view;
  if (import.meta.env.SSR && isHtml) {
    return (
      <div id={id} className={className}>
        {view}
      </div>
    );
  }
  return (
    <>
      {view}
      {isHydrating && delivery.kind === "json" && (
        // `data-failed`: such a page does not replace a kept copy (client/data/kept-pages.ts).
        <script
          type="application/json"
          id={id}
          data-failed={outcome.kind === "unavailable" || undefined}
        >
          {delivery.text}
        </script>
      )}
    </>
  );
}

/** Renders a query in the first HTML when its data arrives within the head start, otherwise later in the stream, or after hydration. */
const StreamedBoundary = <T,>(props: StreamedProps<T>) => (
  <Suspense fallback={props.fallback}>
    <StreamedView {...props} />
  </Suspense>
);

function StreamedView<T>({ query, view: View, fallback, onShown }: StreamedProps<T>) {
  const store = useRequest().store;
  const find = () => store.entry(query);
  const entry = useSyncExternalStore(store.subscribe, find, find);
  const isHydrating = useIsHydrating();
  const isShown = store.isServed(query) || store.peek(query)?.kind === "ok";
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);
  // The page was sent without this late section, which the browser fetches.
  if (isHydrating && query.role === "section" && entry.delivery.kind === "fetched")
    return <div data-late="">{fallback}</div>;
  return <Delivered<T> entry={entry}>{(outcome) => <View outcome={outcome} />}</Delivered>;
}

// Equal keys mean equal queries: a render of the parent leaves a suspended boundary alone.
export const Streamed = memo(
  StreamedBoundary,
  (before, after) => before.query.key === after.query.key && before.view === after.view,
) as typeof StreamedBoundary;
