import styles from "./developers.module.css";

/** Lines of a command or a response. Long ones wrap. */
export function CodeSample({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <figure className={`${styles.sample} panel`}>
      <figcaption className="muted small semibold">{label}</figcaption>
      <pre>
        <code>{lines.join("\n")}</code>
      </pre>
    </figure>
  );
}

/**
 * The lines of a curl command: `{origin}` becomes this site, lines after the first are indented.
 */
export function curlLines(args: readonly string[], origin: string): string[] {
  return args.map((text, index) => {
    const line = (index === 0 ? `curl ${text}` : `  ${text}`).replace("{origin}", origin);
    return index < args.length - 1 ? `${line} \\` : line;
  });
}
