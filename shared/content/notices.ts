import type { Documents } from "./documents.ts";

type Notice = Documents["notice"]["notices"][number];

/** Returns the instant of a time in East Africa, such as `2026-03-12T09:00`. */
export const instantOf = (time: string): number => Date.parse(`${time}:00+03:00`);

/** Returns the notices that are shown at an instant. */
export const activeNotices = ({ notices }: Documents["notice"], now: number): readonly Notice[] =>
  notices.filter(({ from, until }) => instantOf(from) <= now && now < instantOf(until));
