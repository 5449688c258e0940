import { useOrigin } from "../../data/origin-context.ts";
import { CodeSample, curlLines } from "./code-sample.tsx";
import styles from "./developers.module.css";
import type { Operation } from "./reference.ts";

/** One operation with its example. */
export function OperationView({ operation }: { operation: Operation }) {
  const origin = useOrigin();
  const { id, method, path, summary, text, parameters = [], curl } = operation;
  return (
    <article className={`${styles.operation} line beside`} id={id}>
      <h3>{summary}</h3>
      <p className="cluster tight">
        <span className={method === "GET" ? "chip" : "badge"}>{method}</span> <code>{path}</code>
      </p>
      <p>{text}</p>
      {parameters.length > 0 && (
        <dl className={`${styles.parameters} stack tight small`}>
          {parameters.map((parameter) => (
            <div key={parameter.name}>
              <dt>
                <code>{parameter.name}</code>
              </dt>
              <dd className="muted">{parameter.text}</dd>
            </div>
          ))}
        </dl>
      )}
      {curl && <CodeSample label="Try it" lines={curlLines(curl, origin)} />}
    </article>
  );
}
