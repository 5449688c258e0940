import tokens from "../styles/tokens.css?raw";

/** The names of the custom properties of tokens.css with their values in light, such as `--ink: #0b2a3a;`. */
const pairs = [...tokens.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => ({
  name,
  value,
}));
const light = pairs.filter(({ name }, at) => pairs.findIndex((one) => one.name === name) === at);

const colours = light.filter(
  ({ value }) => !value.includes("var(") && CSS.supports("color", value),
);
const sizes = light.filter(({ name }) => name.startsWith("text-"));
const spaces = light.filter(({ name }) => /^s\d$/.test(name));

/** Renders each colour on its own, with the name of its token. */
export const Colours = () => (
  <ul
    role="list"
    style={{
      display: "grid",
      gridTemplateColumns: "repeat(auto-fill, minmax(8rem, 1fr))",
      gap: "var(--s3)",
    }}
  >
    {colours.map(({ name }) => (
      <li key={name} className="small">
        <div
          style={{
            height: "var(--s7)",
            border: "1px solid var(--line)",
            borderRadius: "var(--radius)",
            background: `var(--${name})`,
          }}
        />
        <code>{name}</code>
      </li>
    ))}
  </ul>
);

/** Renders a word in each size, then the headings and the text of a page. */
export const TypeSizes = () => (
  <>
    {sizes.map(({ name }) => (
      <p key={name} style={{ fontSize: `var(--${name})`, lineHeight: 1.2 }}>
        {name}
      </p>
    ))}
    <p className="intro">An introduction, larger than the text and muted.</p>
    <p className="measure">
      The text of a page, with a <a href="#fields">link to the fields</a>,{" "}
      <strong>bold words</strong> and lines of a comfortable length: 66 letters at most.
    </p>
    <p className="muted small">Small and muted: dates, places, captions.</p>
  </>
);

/** Renders each step of space as a bar. */
export const Spaces = () => (
  <ul role="list" className="stack tight">
    {spaces.map(({ name }) => (
      <li key={name} className="cluster small">
        <code>{name}</code>
        <div
          style={{ width: `var(--${name})`, height: "var(--s4)", background: "var(--primary)" }}
        />
      </li>
    ))}
  </ul>
);
