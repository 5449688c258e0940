import { LanguageOffer } from "./language-offer.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { SiteFooter } from "./site-footer.tsx";

interface Props {
  now: string;
  /** The same page in the other language. */
  switchHref: string;
  /** Under data saver: docs/decisions/0060. */
  savesData: boolean;
}

/** What stands after `#root` on every page: rendered by the server, never hydrated. */
export function AfterRoot({ now, switchHref, savesData }: Props) {
  return (
    <>
      <SiteFooter now={now} switchHref={switchHref} savesData={savesData} />
      {!savesData && (
        <>
          <OfflineBar />
          <LanguageOffer href={switchHref} />
        </>
      )}
    </>
  );
}
