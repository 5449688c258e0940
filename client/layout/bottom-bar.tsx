import type { ReactNode } from "react";

interface Props {
  id: string;
  /** Of its text, where that is not the language of the page. */
  lang?: string;
  /** The name of the button that closes it. */
  close: string;
  /** Begins with an element of the id `{id}-text`, its name. */
  children: ReactNode;
}

/** A bar at the bottom of the window that a script opens; it closes without one. Rendered by the server alone. */
export function BottomBar({ id, lang, close, children }: Props) {
  return (
    <dialog id={id} className="offline-bar deep" lang={lang} aria-labelledby={`${id}-text`}>
      {children}
      <form method="dialog">
        <button type="submit" className="close" aria-label={close}>
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </dialog>
  );
}
