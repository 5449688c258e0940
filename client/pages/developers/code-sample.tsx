import styles from "./developers.module.css";

/** Lines of a command or an answer. Long ones wrap: nothing has to be scrolled sideways. */
export function CodeSample({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <figure className={styles.sample}>
      <figcaption>{label}</figcaption>
      <pre>
        <code>{lines.join("\n")}</code>
      </pre>
    </figure>
  );
}

/** A command for the shell: `{origin}` becomes this site, lines after the first are indented. */
export function curlLines(given: readonly string[], origin: string): string[] {
  return given.map((text, index) => {
    const line = (index === 0 ? `curl ${text}` : `  ${text}`).replace("{origin}", origin);
    return index < given.length - 1 ? `${line} \\` : line;
  });
}
