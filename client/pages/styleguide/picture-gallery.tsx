import { slots } from "../../../content/images/slots.json";
import { imageUrl } from "../../components/media/image-url.ts";
import { Section } from "../../components/sections/section.tsx";
import styles from "./styleguide.module.css";

const files = Object.keys(import.meta.glob("../../../content/images/**/*.{svg,jpg,jpeg,png}"))
  .map((path) => path.slice(path.indexOf("images/")))
  .sort();
const altTextOf = new Map(slots.map(({ key, alt }) => [key, alt]));

const folderOf = (file: string) => file.split("/")[1] ?? "";
const patterns = files.filter((file) => folderOf(file) === "patterns");
const pictures = files.filter((file) => folderOf(file) !== "patterns");
const folders = [...new Set(pictures.map(folderOf))];

/** Each pattern as a band of many repeats, as on pages. */
export function PatternGallery() {
  return (
    <Section title="Patterns" intro="Six cloths, one a theme. A repeat is 160 by 160.">
      <ul className={styles.patterns} role="list">
        {patterns.map((file) => (
          <li key={file}>
            <svg className={styles.pattern} aria-hidden="true">
              <defs>
                <pattern
                  id={file.replace(/\W/g, "-")}
                  width="160"
                  height="160"
                  patternUnits="userSpaceOnUse"
                >
                  <image href={imageUrl(file)} width="160" height="160" />
                </pattern>
              </defs>
              <rect width="100%" height="100%" fill={`url(#${file.replace(/\W/g, "-")})`} />
            </svg>
            <code>{file}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Every picture with its alternative text, or a mark that it has none. */
export function PictureGallery() {
  return (
    <Section title="Pictures" tone="warm">
      {folders.map((folder) => (
        <div key={folder}>
          <h3>{folder}</h3>
          <ul className={styles.pictures} role="list">
            {pictures
              .filter((file) => folderOf(file) === folder)
              .map((file) => (
                <li key={file}>
                  <img
                    className={styles.picture}
                    src={imageUrl(file)}
                    alt={altTextOf.get(file) ?? ""}
                    width="400"
                    height="300"
                    loading="lazy"
                  />
                  <code>{file}</code>
                  <p>{altTextOf.get(file) ?? "Decoration: no words of its own"}</p>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
