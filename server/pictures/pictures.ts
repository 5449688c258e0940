import type { CARD_VARIANT } from "../../shared/contract/social-card.ts";
import type { SafeHtml } from "../../shared/model/item-fields.schema.ts";
import type { CardPicture, Picture, SourcePicture } from "../../shared/model/picture.schema.ts";
import type { PictureFormat } from "../../shared/model/picture-widths.ts";

/** How the bytes of a picture were obtained, or why there are none. */
export const PICTURE_STATES = [
  "memory",
  "disk",
  "converted",
  "overload",
  "missing",
  "busy",
  "refused",
] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

export interface FoundPicture {
  kind: "ok";
  state: "memory" | "disk" | "converted" | "overload";
  bytes: Buffer;
  type: string;
  /** Names these bytes among all. */
  file: string;
  /** The URL names this very version: its bytes never change. */
  isFinal: boolean;
}

export type PictureOutcome =
  | FoundPicture
  /** The id is not one of ours. */
  | { kind: "refused" }
  /** The source has no picture there, or none that can be shown. */
  | { kind: "missing" }
  /** Too many conversions are waiting. */
  | { kind: "busy" };

export interface PictureQuery {
  id: string;
  /** In pixels, or the card of link previews. */
  width: number | typeof CARD_VARIANT;
  format: PictureFormat;
}

/** The pictures of the source, by signed id. */
export interface PictureStore {
  /** The picture at `{id}/{width}.{format}`; null when its bytes are not in memory. */
  inMemory(path: string): FoundPicture | null;
  /** Never rejects for what a source may do. */
  get(query: PictureQuery): Promise<PictureOutcome>;
}

/** Pictures of items as this site serves them, with what is known of each now. Waits for nobody. */
export interface PictureViews {
  /** Null for a picture that is known to be broken. */
  view(picture: SourcePicture): Picture | null;
  card(picture: SourcePicture): CardPicture | null;
  /** The picture broken or not, for writers: an event as read can be sent back. */
  written(picture: SourcePicture): Picture;
  /** HTML whose pictures come from this site. */
  html(html: SafeHtml): SafeHtml;
  /** A text of a writer with the URLs of our pictures turned back into those of the source. */
  toSource(text: string): string;
}
