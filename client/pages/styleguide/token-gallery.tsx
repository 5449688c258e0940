import { Section } from "../../components/sections/section.tsx";
import tokensText from "../../styles/tokens.css?raw";
import styles from "./styleguide.module.css";

const [light = ""] = tokensText.split("@media");
const names = [...new Set([...light.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name = ""]) => name))];
const rawValue = (name: string) => new RegExp(`${name}: ([^;]+);`).exec(light)?.[1] ?? "";

const texts = names.filter((name) => name.startsWith("--text-"));
const colours = names.filter((name) => /^(?:#|rgb)/.test(rawValue(name)));
const others = names.filter((name) => ![...texts, ...colours].includes(name));

/** A swatch in the token's colour, without a style attribute, which the CSP forbids. */
function Swatch({ name }: { name: string }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 40 24" aria-hidden="true">
      <rect width="40" height="24" fill={`var(${name})`} />
    </svg>
  );
}

export function TokenGallery() {
  return (
    <Section title="Tokens" intro="client/styles/tokens.css is the only place with raw values.">
      <h3>Colours</h3>
      <ul className={styles.swatches} role="list">
        {colours.map((name) => (
          <li key={name}>
            <Swatch name={name} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <h3>Type</h3>
      {texts.map((name) => (
        <p key={name} className={styles.sample} data-token={name}>
          <code>{name}</code> Maji ni uhai: water is life
        </p>
      ))}
      <h3>Space, size and time</h3>
      <dl className={styles.values}>
        {others.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{rawValue(name)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
