/** Spec section 4: a card is shown when a tenth of it is 50 px above the lower edge. */
const VISIBLE = 0.1;
const MARGIN = "0px 0px -50px 0px";

let observer: IntersectionObserver | null = null;

/** Hides elements below the fold and shows each once when it comes into view. */
function reveal(entries: IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio, boundingClientRect } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    const isNew = target.dataset.reveal === undefined;
    if (isNew && boundingClientRect.top >= window.innerHeight) target.dataset.reveal = "below";
    else if (isNew) observer?.unobserve(target);
    else if (intersectionRatio >= VISIBLE) {
      target.dataset.reveal = "shown";
      observer?.unobserve(target);
    }
  }
}

/** Observes an element until it was visible; returns the function that stops. */
export function watchUntilSeen(element: HTMLElement): () => void {
  observer ??= new IntersectionObserver(reveal, { threshold: VISIBLE, rootMargin: MARGIN });
  observer.observe(element);
  return () => observer?.unobserve(element);
}
