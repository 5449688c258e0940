import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import type { Changes } from "./changes.ts";
import type { ReadReport } from "./read-report.ts";

/** Publishes a change when the date of a planned item comes, because such an item becomes public without any change at the source. */
export function createDueChanges({ clock }: FastifyInstance, changes: Changes) {
  const dueMs = new Map<DataTag, number>();
  const dueOf = (tag: DataTag) => dueMs.get(tag) ?? Number.POSITIVE_INFINITY;
  return {
    /** Notes the next due time of each report. A list has all due times there are; an item may add one. */
    note({ source, kind, changesAtMs }: ReadReport): void {
      dueMs.set(source, kind === "list" ? changesAtMs : Math.min(dueOf(source), changesAtMs));
    },

    /** Publishes the changes that are due. Must be called before a cached value is used. */
    publish(): void {
      const nowMs = clock();
      const tags = DATA_TAGS.filter((tag) => dueOf(tag) <= nowMs);
      if (tags.length === 0) return;
      for (const tag of tags) dueMs.delete(tag);
      void changes.publish(tags);
    },
  };
}
