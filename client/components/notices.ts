/** Spec section 4: notification types. */
export type NoticeKind = "error" | "success" | "info";

export interface LiveNotice {
  id: number;
  kind: NoticeKind;
  text: string;
}

/** The oldest makes room. */
const MOST = 3;
const NONE: readonly LiveNotice[] = [];

let notices = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly LiveNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows and says a notice until it is dismissed; one text stands there once. Answers its id. For effects and handlers only. */
export function notify(kind: NoticeKind, text: string): number {
  lastId += 1;
  const others = notices.filter((notice) => notice.text !== text);
  change([...others, { id: lastId, kind, text }].slice(-MOST));
  return lastId;
}

export function dismiss(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

/** What `useSyncExternalStore` needs; on the server there are none. */
export const noticeStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // A page that is left takes its notices along.
      if (listeners.size === 0) notices = NONE;
    };
  },
  read: () => notices,
  readOnServer: () => NONE,
};
