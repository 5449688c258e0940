import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * True while a component is drawn on the server or takes over what the server drew; false when the
 * browser draws it anew, after a navigation. `useState(useIsHydrating())` keeps which one it was.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
