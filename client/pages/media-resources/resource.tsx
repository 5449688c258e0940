import type { MediaFile } from "virtual:content/media-files";
import * as words from "../../../content/words/en/media-resources.json";
import styles from "./resource.module.css";

interface Props {
  title: string;
  description: string;
  /** The label of its filter. */
  kind: string;
  /** The build fails when a resource has no file. */
  file: MediaFile | undefined;
}

/** A download: what it is, its size and its link. */
export function Resource({ title, description, kind, file }: Props) {
  if (!file) return null;
  return (
    <article className={`${styles.resource} panel stack`}>
      <p className="cluster spread muted small">
        <strong className="badge" data-tone={file.fileType === "ZIP" ? "current" : "past"}>
          {file.fileType}
        </strong>{" "}
        <span>{file.fileSize}</span>
      </p>
      <div className="stack tight">
        <p className="tag">{kind}</p>
        <h3>{title}</h3>
        <p className="muted small">{description}</p>
      </div>
      <a className={`${styles.download} touch`} href={file.downloadLink} download="">
        {words.download}
        <span className="visually-hidden">{` (${title}, ${file.fileType}, ${file.fileSize})`}</span>
      </a>
    </article>
  );
}
