import type { SyntheticEvent } from "react";

const SCHEMES = ["light", "dark"] as const;

/** Makes a frame as high as its document, now and after each change. */
function fit({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  const body = frame.contentDocument?.body;
  if (!body) return;
  const observer = new ResizeObserver(() => {
    frame.style.height = `${body.scrollHeight}px`;
  });
  observer.observe(body);
}

/**
 * Renders the parts twice, in light and in dark. Each column is a document of its own, in which `prefers-color-scheme` is the
 * `color-scheme` of the frame, and window queries see the width of the column.
 */
export const Columns = () => (
  <main>
    <div className="stack" style={{ padding: "var(--s4)" }}>
      <h1>Parts of the pages</h1>
      <p className="measure">
        Everything here is the component that the pages use, with sample texts. Each column is as
        wide as a window of its own: make this window wider or narrower to see the layouts.{" "}
        <a href="?column">One column alone</a> follows the setting of the device.
      </p>
    </div>
    <div
      style={{
        display: "grid",
        gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 24rem), 1fr))",
      }}
    >
      {SCHEMES.map((scheme) => (
        <iframe
          key={scheme}
          title={`Parts in ${scheme}`}
          src="?column"
          onLoad={fit}
          style={{ width: "100%", border: 0, colorScheme: scheme }}
        />
      ))}
    </div>
  </main>
);
