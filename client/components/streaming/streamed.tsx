import {
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import { outcomeElementId, type PageQuery, trackPromise } from "../../data/queries.ts";
import { dataSaver, useRequest } from "../../data/request-context.ts";

const never = () => () => {};

/** False when the browser renders a component after a navigation. `useState(useIsHydrating())` stores which it was. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/** Those of the views of data, by which a kept page shows its copy (client/offline/start.ts). */
const loads = new Set<() => Promise<unknown>>();
export const loadViews = () => Promise.all([...loads].map((load) => load()));

/** A view of a module that the browser loads when it renders one: HTML of the server that is left as it is needs none. */
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
  // Not `once`: what failed there would stay failed.
  if (isOfData) loads.add(load);
  // Before the first request, which renders without a break.
  if (import.meta.env.SSR) once();
  return function LazyView(props) {
    const View = pick(use(once()));
    return <View {...props} />;
  };
}

/** A part of a page that has links and no other behaviour: the browser leaves the server's HTML as it is. The id is its own. */
export function staticPart<Module>(
  id: `q:${string}`,
  load: () => Promise<Module>,
  pick: (module: Module) => () => ReactNode,
): () => ReactNode {
  const Part = lazyView(load, pick, false);
  return function StaticPart() {
    const isHydrating = useIsHydrating();
    const isServed = () => servedHtml.has(id) || (isHydrating && document.getElementById(id));
    if (!import.meta.env.SSR && isServed()) return <ServedHtml id={id} className="contents" />;
    return (
      <div id={id} className="contents">
        <Part />
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

/** The children of elements that `ServedHtml` stands for, by their ids. */
const servedHtml = new Map<string, Node[]>();

/** React does not look into an element whose child is a text that may differ. Its nodes are put back when it is rendered anew. */
function ServedHtml({ id, className }: { id: string; className?: string }) {
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

/** In the first HTML when it is there within the head start, else later in the stream, or fetched after hydration. */
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
  // Not in the page: it was sent without its late parts, which the browser fetches.
  if (isHydrating && query.role === "part" && entry.serialised === null)
    return <div data-late="">{fallback}</div>;
  const id = outcomeElementId(query.key);
  if (!import.meta.env.SSR && entry.serialised === "") return <ServedHtml id={id} />;
  const outcome = use(entry.promise) as Outcome<T>;
  if (import.meta.env.SSR && dataSaver()) return <View outcome={outcome} />;
  if (import.meta.env.SSR && entry.serialised === "") {
    return (
      <div id={id}>
        <View outcome={outcome} />
      </div>
    );
  }
  return (
    <>
      <View outcome={outcome} />
      {isHydrating && entry.serialised !== null && (
        <script type="application/json" id={id}>
          {entry.serialised}
        </script>
      )}
    </>
  );
}

// Equal keys mean equal queries: a render of the parent leaves a suspended boundary alone.
export const Streamed = memo(
  StreamedBoundary,
  (before, after) => before.query.key === after.query.key && before.view === after.view,
) as typeof StreamedBoundary;
