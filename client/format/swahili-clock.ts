/** The parts of the day that a clock time names, each by the hour of 24 before which it ends. */
const PARTS = [
  [4, "usiku"],
  [6, "alfajiri"],
  [12, "asubuhi"],
  [16, "mchana"],
  [19, "jioni"],
] as const;

/**
 * "08:30" as "saa 2:30 asubuhi", for pages in Kiswahili: the hours are counted from six in the morning and
 * from six in the evening.
 */
export function swahiliClock(time: string): string {
  const hour = Number(time.slice(0, 2));
  const part = PARTS.find(([end]) => hour < end)?.[1] ?? "usiku";
  return `saa ${(hour + 6) % 12 || 12}:${time.slice(3)} ${part}`;
}

/** "Saa 2:30 asubuhi hadi 11:00 jioni", of two times of 24 hours; the second may be missing. */
export function swahiliRange(from: string, to: string | null): string {
  const start = swahiliClock(from).replace("s", "S");
  return to === null || to === from
    ? start
    : `${start} hadi ${swahiliClock(to).replace("saa ", "")}`;
}
