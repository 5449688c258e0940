/** Spec section 4: notification types. */
export type NoticeKind = "error" | "success" | "info";

export interface LiveNotice {
  id: number;
  kind: NoticeKind;
  text: string;
}

/** More remove the oldest. */
const MAX_NOTICES = 3;
const NONE: readonly LiveNotice[] = [];

let notices = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function setNotices(next: readonly LiveNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/**
 * Shows and announces a notice until it is dismissed; the same text appears once. Returns its id.
 * For effects and event handlers only.
 */
export function notify(kind: NoticeKind, text: string): number {
  lastId += 1;
  const others = notices.filter((notice) => notice.text !== text);
  setNotices([...others, { id: lastId, kind, text }].slice(-MAX_NOTICES));
  return lastId;
}

export function dismiss(id: number): void {
  setNotices(notices.filter((notice) => notice.id !== id));
}

/** For `useSyncExternalStore`; empty on the server. */
export const noticeStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // Leaving the page removes its notices.
      if (listeners.size === 0) notices = NONE;
    };
  },
  read: () => notices,
  readOnServer: () => NONE,
};
