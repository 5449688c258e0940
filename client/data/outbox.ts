import { type Post, type PostOutcome, postForm } from "./form-posts.ts";

/** A form kept on this device and sent when the network is back. Once a form is sent, its typed fields are deleted. */
export interface KeptForm extends Post, Partial<PostOutcome> {
  /** The time at which the form was kept, ISO 8601. */
  at: string;
  state: PostOutcome["state"];
}

/** The name of the database, of the Background Sync tag, and of the channel that tells other tabs and the worker of a change. */
const NAME = "outbox";

const transact = <T>(mode: IDBTransactionMode, act: (forms: IDBObjectStore) => IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: "key" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      // The form must be on disk before the visitor is told that it is kept.
      const transaction = opening.result.transaction(NAME, mode, { durability: "strict" });
      const request = act(transaction.objectStore(NAME));
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(request.result);
        if (mode === "readonly") return;
        const others = new BroadcastChannel(NAME);
        others.postMessage(null);
        others.close();
      };
    };
  });

/** Returns the kept forms, the oldest first. The list is empty where the browser stores nothing. */
export async function keptForms(): Promise<KeptForm[]> {
  const found: KeptForm[] = await transact("readonly", (forms) => forms.getAll()).catch(() => []);
  return found.sort((a, b) => a.at.localeCompare(b.at));
}

/** Keeps a form that could not be sent. Returns false where the browser stores nothing. */
export async function keepForm(post: Post): Promise<boolean> {
  const kept: KeptForm = { ...post, at: new Date().toISOString(), state: "waiting" };
  try {
    await transact("readwrite", (forms) => forms.put(kept));
  } catch {
    return false;
  }
  // Where Background Sync exists, it sends the form without an open page (client/service-worker/worker.ts).
  void navigator.serviceWorker?.ready
    .then((registration) => Reflect.get(registration, "sync")?.register(NAME))
    .catch(() => {});
  return true;
}

export const removeKept = (key: string) => transact("readwrite", (forms) => forms.delete(key));

/** Calls back with the forms on this device, now and after each change. Returns a function that stops the calls. */
export function watchKept(listener: (forms: KeptForm[]) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const read = () => void keptForms().then(listener);
  channel.onmessage = read;
  read();
  return () => channel.close();
}

/**
 * Sends the waiting forms, and returns the forms kept afterwards. If another tab sends the same form at once, the key makes both a single
 * submission.
 */
export async function sendKept(): Promise<KeptForm[]> {
  for (const { key } of await keptForms()) {
    // The form may be deleted or settled while an earlier form, or the form itself, is sent.
    const find = async () => {
      const forms = await keptForms();
      return forms.find((kept) => kept.key === key && kept.state === "waiting");
    };
    const kept = await find();
    const outcome = kept && (await postForm(kept));
    if (!outcome || outcome.state === "waiting" || !(await find())) continue;
    const fields = outcome.state === "sent" ? {} : kept.fields;
    await transact("readwrite", (forms) => forms.put({ ...kept, ...outcome, fields }));
  }
  return keptForms();
}

// Sends even if client/offline/start.ts was not loaded before the network went. The server has no `addEventListener`.
globalThis.addEventListener?.("online", () => void sendKept());
