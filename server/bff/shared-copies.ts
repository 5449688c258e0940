import type { DataTag } from "../../shared/contract/data-tags.ts";

/** A copy that another instance has put by; its value is for the reader to check. */
export interface SharedCopy {
  value: unknown;
  fetchedAtMs: number;
  /** A write that came after its question is not in it. */
  isDoubted: boolean;
}

/**
 * Copies that several instances hold together. Nothing here rejects or takes long: what is shared
 * is away or late like an empty shelf.
 */
export interface SharedCopies {
  find(tag: DataTag, key: string): Promise<SharedCopy | null>;
  /** Puts a copy by that no write has overtaken; null for "there is no such item" takes it away. */
  keep(tag: DataTag, key: string, copy: { value: unknown; fetchedAtMs: number }): void;
}
