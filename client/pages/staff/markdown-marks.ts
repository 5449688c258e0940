/** The marks of Markdown that the toolbar inserts. */
export type Mark = "bold" | "heading" | "list" | "link" | "picture";

type Samples = Readonly<Record<"bold" | "link" | "picture", string>>;

/** The change of a text: what replaces the characters from `start` to `end`, and what is selected afterwards. */
interface Change {
  start: number;
  end: number;
  text: string;
  selectFrom: number;
  selectTo: number;
}

/** The text of a field, with its selection. */
interface Selected {
  value: string;
  start: number;
  end: number;
}

const isWebAddress = (text: string) => /^https?:\/\/\S+$/.test(text);

/** Makes the selection bold, or plain again when it is bold. */
function bold({ value, start, end }: Selected, sample: string): Change {
  const isBold = value.slice(start - 2, start) === "**" && value.slice(end, end + 2) === "**";
  const text = value.slice(start, end);
  if (isBold && text !== "")
    return { start: start - 2, end: end + 2, text, selectFrom: start - 2, selectTo: end - 2 };
  const words = text || sample;
  return {
    start,
    end,
    text: `**${words}**`,
    selectFrom: start + 2,
    selectTo: start + 2 + words.length,
  };
}

/** Puts a mark at the beginning of every selected line, or removes the mark when every line has it. */
function markLines({ value, start, end }: Selected, mark: string): Change {
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const next = value.indexOf("\n", end);
  const to = next < 0 ? value.length : next;
  const lines = value.slice(from, to).split("\n");
  const isMarked = lines.every((line) => line.startsWith(mark));
  const text = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join("\n");
  return {
    start: from,
    end: to,
    text,
    selectFrom: from + text.length,
    selectTo: from + text.length,
  };
}

/** Inserts a link or a picture. The selection becomes its address if it is one, and its words otherwise. */
function reference(
  { value, start, end }: Selected,
  mark: "link" | "picture",
  sample: string,
): Change {
  const selected = value.slice(start, end);
  const begin = mark === "picture" ? "![" : "[";
  const isAddress = isWebAddress(selected);
  const words = isAddress || selected === "" ? sample : selected;
  const address = isAddress ? selected : "https://";
  const wordsAt = start + begin.length;
  const addressAt = wordsAt + words.length + 2;
  const isWordsNext = isAddress || selected === "";
  return {
    start,
    end,
    text: `${begin}${words}](${address})`,
    selectFrom: isWordsNext ? wordsAt : addressAt,
    selectTo: isWordsNext ? wordsAt + words.length : addressAt + address.length,
  };
}

/** Returns the change that a mark makes to a text. `samples` are the words that stand in for an empty selection. */
export function changeFor(mark: Mark, selected: Selected, samples: Samples): Change {
  if (mark === "bold") return bold(selected, samples.bold);
  if (mark === "heading") return markLines(selected, "## ");
  if (mark === "list") return markLines(selected, "- ");
  return reference(selected, mark, samples[mark]);
}
