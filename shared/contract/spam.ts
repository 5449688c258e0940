/** A signal that speaks for spam, by the name under which the desk has words for it. */
export type SpamSignalName =
  | "trap"
  | "fast"
  | "links"
  | "words"
  | "disguised"
  | "alphabets"
  | "linkAsName"
  | "linkAsSubject"
  | "code"
  | "repeated"
  | "onlyLinks"
  | "invitation"
  | "address"
  | "capitals";

/** A reason for which a message was held. */
export interface SpamSignal {
  name: SpamSignalName;
  /** The number of links or of alphabets. */
  count?: number | undefined;
  /** The words of the sender that are in the list of `server/forms/spam-words.json`, or that mix alphabets. */
  words?: readonly string[] | undefined;
}
