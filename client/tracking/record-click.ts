import type { Clicked } from "./click-record.ts";

/** The recording code is loaded with the first click. Clicks keep their order. */
const recorder = () => import("./track-click.ts");

/** Spec section 8: tracking errors are ignored. */
const quietly = () => undefined;

export function recordClick(clicked: Clicked): void {
  recorder().then(({ trackClick }) => trackClick(clicked), quietly);
}

/** An article was loaded (spec section 2). */
export function recordLoaded(clicked: Clicked): void {
  recorder().then(({ trackLoaded }) => trackLoaded(clicked), quietly);
}
