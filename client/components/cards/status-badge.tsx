import * as words from "../../../content/words/en/cards.json";

/** Spec section 4: green for Current, orange otherwise. */
export function StatusBadge({ status }: { status: "current" | "past" }) {
  return (
    <span className="badge" data-tone={status}>
      {status === "current" ? words.current : words.past}
    </span>
  );
}
