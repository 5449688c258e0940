import { OfflineBar } from "./offline-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** What stands after `#root` on every page: rendered by the server, never hydrated. */
export function AfterRoot({ now }: { now: string }) {
  return (
    <>
      <SiteFooter now={now} />
      <OfflineBar />
    </>
  );
}
