import type { TriedAnswer, TriedCall } from "../../../shared/contract/tried-call.ts";
import { withQuery } from "../../../shared/paths.ts";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./developers.module.css";
import {
  CodeSample,
  Curl,
  type Parameter,
  parameterWords,
  useReadOperations,
} from "./reference.tsx";

const STANDFIRST = "Build a call, see its curl command, and read the answer.";

const PATH = "/developers/try";

/** Renders the field of a parameter: a choice where the document lists the values. */
function ParameterField({ parameter, value }: { parameter: Parameter; value: string }) {
  const { name, in: place, schema } = parameter;
  const id = `try-${name}`;
  const control = { id, name, defaultValue: value, "aria-describedby": `${id}-hint` };
  return (
    <div className={`${styles.field} stack tight`}>
      <label htmlFor={id}>
        <code>{name}</code>
      </label>
      <p id={`${id}-hint`} className="muted small">
        {parameterWords(parameter)}
      </p>
      {schema.enum ? (
        <select {...control}>
          <option value="" />
          {schema.enum.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : (
        <input {...control} autoComplete="off" required={place === "path"} />
      )}
    </div>
  );
}

const Answer = ({ answer }: { answer: TriedAnswer }) => (
  <>
    <CodeSample
      label={`Answer: ${answer.status}`}
      text={answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
    />
    <CodeSample
      label={answer.isCut ? "Body, its beginning" : "Body"}
      text={answer.text || "(empty)"}
    />
  </>
);

/** Renders the form of one operation, and below it the call that was sent with its answer. */
function Builder({ operation: id, values, path, answer }: TriedCall) {
  const found = useReadOperations().find(({ operation }) => operation.operationId === id);
  if (found === undefined) return null;
  const { operation } = found;
  return (
    <Section title={operation.summary} intro={operation.description}>
      <div className="stack roomy">
        <p>
          <span className="chip">GET</span> <code>{found.path}</code>
        </p>
        <form className="measure stack loose" action={siteHref(`${PATH}#answer`)}>
          <input type="hidden" name="operation" value={operation.operationId} />
          {found.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ""}
            />
          ))}
          <div>
            <Button type="submit" variant="main" name="send" value="1">
              Send
            </Button>
          </div>
        </form>
        {path !== null && answer !== null && (
          <div id="answer" className={`${styles.anchor} stack`}>
            <Curl label="Copy as curl" call={{ method: "GET", path }} />
            <Answer answer={answer} />
          </div>
        )}
      </div>
    </Section>
  );
}

const Operations = () => (
  <Section title="What can be read">
    <ul role="list">
      {useReadOperations().map(({ path, operation }) => (
        <li key={operation.operationId}>
          <Link className="touch" to={withQuery(PATH, { operation: operation.operationId })}>
            {operation.summary}
          </Link>{" "}
          <code className="muted small">{path}</code>
        </li>
      ))}
    </ul>
  </Section>
);

export const page = definePage<null, TriedCall>({
  Page: function TryPage({ data }: PageProps<null, TriedCall>) {
    return (
      <InEnglish>
        <PageHeader
          title="Try the API"
          subtitle={STANDFIRST}
          above={<Link to="/developers">Developers</Link>}
        />
        {data !== null && data.operation !== null && <Builder {...data} />}
        <Operations />
      </InEnglish>
    );
  },
  hydrate: "use",
  head: () => ({ title: "Try the API", description: STANDFIRST, noindex: true }),
  status: ({ data }) => data?.status ?? 200,
});
