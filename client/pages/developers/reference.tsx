import type { ReactNode } from "react";
import { withQuery } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useRequest } from "../../data/request-context.ts";
import styles from "./developers.module.css";
import "../../components/links/chips.css";
import "../../components/cards/badge.css";

/** The fields of the OpenAPI document (server/bff/openapi) that the reference uses. */
interface ApiDocument {
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  /** The security requirements: whose token the operation needs. */
  security: readonly object[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: { $ref: string } }>> };
  /** The request of an example that succeeds. */
  "x-request"?: Call;
}

export interface Parameter {
  name: string;
  in: string;
  description: string;
  schema: {
    enum?: readonly string[];
    items?: { enum?: readonly string[] };
    default?: string | number | null;
  };
}

interface Schema {
  /** The properties of a body. A property without a type is not listed as optional. */
  properties?: Readonly<Record<string, { type?: unknown; anyOf?: unknown }>>;
  required?: readonly string[];
}

interface Call {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: object;
}

/** Rules by title. */
export type Rules = Readonly<Record<string, ReactNode>>;

type RuleListProps = { rules: Rules; className?: string | undefined };

export const RuleList = ({ rules, className = "" }: RuleListProps) => (
  <dl className={`${className} ${styles.rules} grid`}>
    {Object.entries(rules).map(([title, text]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd className="muted">{text}</dd>
      </div>
    ))}
  </dl>
);

type CodeSampleProps = { label: string; text: string; className?: string | undefined };

/** Renders the lines of a command or a response. Long lines wrap. */
export const CodeSample = ({ label, text, className = "" }: CodeSampleProps) => (
  <figure className={`${styles.sample} ${className} panel`}>
    <figcaption className="muted small semibold">{label}</figcaption>
    <pre>
      <code>{text}</code>
    </pre>
  </figure>
);

/** Renders a request as a curl command, with one argument per line. */
export function Curl({ label, call }: { label: string; call: Call }) {
  const { method, path, headers = {}, body } = call;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(useRequest().origin + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${quoted(JSON.stringify(body))}`] : []),
  ];
  return <CodeSample label={label} text={lines.join(" \\\n  ")} className={styles.command} />;
}

/** Describes the fields of a body: the required fields, then the optional ones. */
function bodyWords(schema: Schema | undefined): string {
  const { properties = {}, required = [] } = schema ?? {};
  const others = Object.entries(properties)
    .filter(([name, { type, anyOf }]) => (type ?? anyOf) && !required.includes(name))
    .map(([name]) => name);
  return `${required.join(", ")}. Optional: ${others.join(", ")}.`;
}

/** Describes a parameter, with the values it may have. */
export function parameterWords({ description, schema }: Parameter): string {
  const names = schema.enum ?? schema.items?.enum;
  const known = names ? ` ${schema.enum ? "One" : "Any"} of ${names.join(", ")}.` : "";
  const standard = schema.default ?? null;
  return description + known + (standard === null ? "" : ` By default ${standard}.`);
}

/**
 * Returns the inputs of an operation: parameters, headers, and the body. Path parameters and the header `If-None-Match`, which every GET
 * has, are omitted.
 */
function inputsOf({ parameters = [], requestBody }: Operation, { components }: ApiDocument) {
  const body = requestBody?.content["application/json"]?.schema.$ref.split("/").at(-1);
  return [
    ...parameters
      .filter(({ name, in: place }) => place !== "path" && name !== "If-None-Match")
      .map((one) => ({ name: one.name, description: parameterWords(one) })),
    ...(body === undefined
      ? []
      : [{ name: "body", description: bodyWords(components.schemas[body]) }]),
  ];
}

type OperationProps = { method: string; path: string; operation: Operation; document: ApiDocument };

function OperationView({ method, path, operation, document }: OperationProps) {
  const { operationId, summary, description, security, "x-request": example } = operation;
  const inputs = inputsOf(operation, document);
  return (
    <article className={`${styles.operation} line beside`} id={operationId}>
      <h3>{summary}</h3>
      <p className="cluster tight">
        <span className={method === "get" ? "chip" : "badge"}>{method.toUpperCase()}</span>{" "}
        <code>{path}</code>
      </p>
      <p>{description + (security.length > 0 ? " Needs the staff's token." : "")}</p>
      {inputs.length > 0 && (
        <dl className={`${styles.parameters} stack tight small`}>
          {inputs.map(({ name, description: text }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd className="muted">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {method === "get" && (
        <p className="screen">
          <Link className="touch" to={withQuery("/developers/try", { operation: operationId })}>
            Try it<span className="visually-hidden">{`: ${summary}`}</span>
          </Link>
        </p>
      )}
      {example && <Curl label="Copy as curl" call={example} />}
    </article>
  );
}

/** Returns the OpenAPI document of this site; null when the page is rendered for the search index. */
const useApiDocument = () => (useRequest().apiDocument?.() ?? null) as ApiDocument | null;

/** Returns the operations that anybody may call with GET, each with the parameters of its path and its query. */
export function useReadOperations() {
  const paths = useApiDocument()?.paths ?? {};
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    if (operation === undefined) return [];
    const { parameters = [] } = operation;
    return [{ path, operation, parameters: parameters.filter((one) => one.in !== "header") }];
  });
}

/** Returns the anchor of a tag. `search` is already the id of the operation. */
const anchorOf = (tag: string) => (tag === "Search" ? "searching" : tag.toLowerCase());

/** Returns the groups of operations, for links to the groups. */
export const useGroups = () =>
  (useApiDocument()?.tags ?? []).map(({ name }) => ({ id: anchorOf(name), title: name }));

/** Renders every operation, grouped and described as in the OpenAPI document. */
export function Reference() {
  const document = useApiDocument();
  if (document === null) return null;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return document.tags.map(({ name, description }) => (
    <div key={name} id={anchorOf(name)} className={styles.anchor}>
      <Section title={name} intro={description}>
        <div className="stack roomy">
          {operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map((one) => (
              <OperationView key={one.operation.operationId} {...one} document={document} />
            ))}
        </div>
      </Section>
    </div>
  ));
}
