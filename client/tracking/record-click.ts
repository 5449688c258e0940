import type { Clicked } from "./click-record.ts";

/** The code that records comes with the first click: nobody pays for it to read. Clicks keep their order. */
const recorder = () => import("./track-click.ts");

/** Spec section 8: what cannot be recorded is nobody's trouble. */
const quietly = () => undefined;

/** A click on a card. */
export function recordClick(clicked: Clicked): void {
  recorder().then(({ trackClick }) => trackClick(clicked), quietly);
}

/** An article that has loaded (spec section 2). */
export function recordLoaded(clicked: Clicked): void {
  recorder().then(({ trackLoaded }) => trackLoaded(clicked), quietly);
}
