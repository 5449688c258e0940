import { useEffect, useState } from "react";
import { yourData as words } from "../../../content/words/en/offline.json";
import { formActions, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import { notify } from "../../components/feedback/notifications.tsx";
import { Link } from "../../components/links/link.tsx";
import { type KeptForm, removeKept, watchKept } from "../../data/outbox.ts";
import { formatMoment } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";

/** Cache of kept pages (client/service-worker/kept-pages.ts). Missing on plain http. */
async function countPages(): Promise<number> {
  if (!("caches" in window) || !(await caches.has("pages"))) return 0;
  return (await (await caches.open("pages")).keys()).length;
}

async function clearPages(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  // Once more behind the page that the worker may be keeping now.
  navigator.serviceWorker.controller?.postMessage({ clear: true });
}

const typed = ({ fields }: KeptForm) =>
  Object.entries(fields)
    .filter(([name]) => name !== spamCheckFields.token)
    .flatMap(([, value]) => [value].flat().map(String))
    .filter((value) => value !== "");

function Message({ kept }: { kept: KeptForm }) {
  const moment = formatMoment({ at: kept.at, precision: "time" });
  return (
    <li className="panel stack tight">
      <p>
        <strong>{words[kept.state].replace("{date}", moment)}</strong>
        <span>{` ${kept.message ?? ""}`}</span>
      </p>
      <p className="preserve-lines">{typed(kept).join("\n")}</p>
      <p className="cluster">
        {kept.state === "refused" && <Link to={formActions[kept.form]}>{words.open}</Link>}
        <Button onClick={() => void removeKept(kept.key)}>{words.remove}</Button>
      </p>
    </li>
  );
}

/** What is kept for times without a network: pages, and forms that wait. */
export function KeptHere() {
  const [pages, setPages] = useState(0);
  const [forms, setForms] = useState<readonly KeptForm[]>([]);
  useEffect(() => watchKept(setForms), []);
  useEffect(() => void countPages().then(setPages), []);
  const clear = async () => {
    await clearPages();
    setPages(0);
    notify("success", words.cleared);
  };
  const counted = pages === 1 ? words.pages.one : words.pages.other;
  return (
    <div className="apart stack scripted">
      <p>{counted.replace("{count}", String(pages))}</p>
      {pages > 0 && (
        <p className="cluster">
          <a href={siteHref("/offline")}>{words.list}</a>
          <Button onClick={() => void clear()}>{words.clear}</Button>
        </p>
      )}
      {forms.length > 0 && (
        <>
          <h3>{words.forms}</h3>
          <ul role="list" className="stack loose">
            {forms.map((kept) => (
              <Message key={kept.key} kept={kept} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
