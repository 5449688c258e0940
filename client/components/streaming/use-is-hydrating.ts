import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * True while a component is rendered on the server or hydrated; false when the browser renders it
 * after a navigation. `useState(useIsHydrating())` stores which it was.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
