/** Has a screen reader say the heading of what has appeared, and moves focus to it. */
export function announceHeading(heading: HTMLElement | null, takesFocus: boolean): void {
  const live = document.getElementById("announcer");
  if (live) live.textContent = heading?.textContent ?? document.title;
  if (!heading || !takesFocus) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
