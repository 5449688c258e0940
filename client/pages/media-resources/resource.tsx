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
    <article className={styles.resource}>
      <p className={styles.file}>
        <strong data-type={file.fileType}>{file.fileType}</strong> <span>{file.fileSize}</span>
      </p>
      <div className={styles.words}>
        <p className={styles.kind}>{kind}</p>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <a className={styles.download} href={file.downloadLink} download="">
        {words.download}
        <span className="visually-hidden">{` (${title}, ${file.fileType}, ${file.fileSize})`}</span>
      </a>
    </article>
  );
}
