import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import type { Changes } from "./changes.ts";
import type { ReadReport } from "./content-api-client.ts";

/** Planned items become public by the clock alone: that is a change of the source like any other, published when its time has come. */
export function createDueChanges({ clock }: FastifyInstance, changes: Changes) {
  const dueMs = new Map<DataTag, number>();
  const dueOf = (tag: DataTag) => dueMs.get(tag) ?? Number.POSITIVE_INFINITY;
  return {
    /** To be called with each report. A list has all the times there are, an item may add one. */
    note({ source, kind, changesAtMs }: ReadReport): void {
      dueMs.set(source, kind === "list" ? changesAtMs : Math.min(dueOf(source), changesAtMs));
    },

    /** To be called before anything cached is used. */
    publish(): void {
      const nowMs = clock();
      const tags = DATA_TAGS.filter((tag) => dueOf(tag) <= nowMs);
      if (tags.length === 0) return;
      for (const tag of tags) dueMs.delete(tag);
      void changes.publish(tags);
    },
  };
}
