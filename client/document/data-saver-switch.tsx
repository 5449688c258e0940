import * as words from "../../content/words/en/data-saver.json";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";

interface Props {
  isOn: boolean;
  className: string;
}

/** The visitor's switch: a plain post, after which the same page comes back in the other mode. */
export function DataSaverSwitch({ isOn, className }: Props) {
  return (
    <form method="post" action={DATA_SAVER.path}>
      <button
        type="submit"
        className={className}
        name={DATA_SAVER.field}
        value={isOn ? "off" : "on"}
      >
        {isOn ? words.switchOff : words.switchOn}
      </button>
    </form>
  );
}

/** At the top of a page under data saver. The server writes the two figures (server/ssr/saving-page.ts). */
export function DataSaverNotice() {
  return (
    <section className="data-saver-notice deep" aria-label={words.heading}>
      <div className="page cluster spread small">
        <p>{words.notice}</p>
        <DataSaverSwitch isOn className="footer-switch" />
      </div>
    </section>
  );
}
