import * as words from "../../../content/words/en/links.json";
import { useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { OutsideLink } from "./link.tsx";
import styles from "./share-links.module.css";

/** Share URLs, most used first. Plain links: nothing is loaded from there. */
function places(title: string, url: string): [name: string, href: string][] {
  const [text, encodedUrl] = [encodeURIComponent(title), encodeURIComponent(url)];
  return [
    ["WhatsApp", `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}`],
    ["X", `https://x.com/intent/post?text=${text}&url=${encodedUrl}`],
    [words.email, `mailto:?subject=${text}&body=${encodeURIComponent(`${title}\n\n${url}`)}`],
  ];
}

/** Share links. The device's own sharing is offered where it exists (client/router/browser-router.tsx). */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  const url = useRequest().origin + siteHref(path);
  return (
    <section className="line stack screen" aria-labelledby="share">
      <h2 id="share">{words.share}</h2>
      <ul className="chips" role="list">
        {places(title, url).map(([name, href]) => (
          <li key={name}>
            {href.startsWith("mailto:") ? (
              <a href={href}>{name}</a>
            ) : (
              <OutsideLink href={href}>{name}</OutsideLink>
            )}
          </li>
        ))}
        <li>
          <button type="button" className={styles.device} data-does="share">
            {words.moreWays}
          </button>
        </li>
      </ul>
    </section>
  );
}
