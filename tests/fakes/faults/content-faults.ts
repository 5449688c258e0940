import {
  asJson,
  type Exchange,
  isList,
  type Misbehave,
  type NormalResponse,
  type Row,
  SECRET,
} from "./fault.ts";

/** Sends `text` in place of the good response, as JSON unless another type is given. */
const instead =
  (
    text: string | Buffer | ((normal: string) => string | Buffer),
    type = "application/json",
  ): Misbehave =>
  ({ response, normal }) => {
    const body = typeof text === "function" ? text(JSON.stringify(normal ?? {})) : text;
    response.writeHead(200, { "content-type": type }).end(body);
  };

/** Sends the good response with every row changed. */
export const rowsChanged =
  (change: (row: Row, index: number) => unknown): Misbehave =>
  ({ response, normal }) => {
    const changed: NormalResponse | unknown = isList(normal)
      ? { items: normal.items.map(change) }
      : change(normal ?? {}, 0);
    response.writeHead(200, asJson).end(JSON.stringify(changed));
  };

const mangled = (row: Row): Row =>
  Object.fromEntries(Object.keys(row).map((key) => [key, { nested: [SECRET] }]));

const without = (name: string) => (row: Row) => ({ ...row, [name]: undefined });

const another: Misbehave = ({ response, normal }: Exchange) => {
  const other = { id: 9_999, slug: "another-item", title: SECRET };
  response
    .writeHead(200, asJson)
    .end(JSON.stringify(isList(normal) ? other : { ...normal, ...other }));
};

const DEEP = 50_000;

/** Responds with a web page, like a server in between that does not know the source's paths. */
const webPage =
  (status: number): Misbehave =>
  ({ response }) =>
    void response
      .writeHead(status, { "content-type": "text/html; charset=utf-8" })
      .end(`<h1>${SECRET}</h1>`);

/** Faults whose response arrives but cannot be used. */
export const contentFaults: Readonly<Record<string, Misbehave>> = {
  "truncated JSON": instead((text) => text.slice(0, text.length / 2)),
  "HTML with 200": instead(`<h1>${SECRET}</h1>`, "text/html"),
  "HTML called JSON": instead(`<h1>${SECRET}</h1>`),
  "HTML with 404": webPage(404),
  "HTML with 410": webPage(410),
  "wrong type": instead((text) => text, "text/plain"),
  "empty body": instead(""),
  "bytes of latin1": instead((text) =>
    Buffer.from(text.replace(/"title":"/, '"title":"é'), "latin1"),
  ),
  "UTF-16": instead((text) => Buffer.from(text, "utf16le")),
  "JSON twice": instead((text) => text + text),
  "NaN in JSON": instead((text) => text.replace(/"id":"?\d+"?/g, '"id":NaN')),
  "guarded JSON": instead((text) => `)]}',\n${text}`),
  "nested too deep": instead(`${"[".repeat(DEEP)}${"]".repeat(DEEP)}`),
  "items null": instead('{"items":null}'),
  "items an object": instead('{"items":{"0":{}}}'),
  "an error with 200": instead(`{"items":[],"error":{"message":"${SECRET}"}}`),
  null: instead("null"),
  number: instead("42"),
  text: instead(`"${SECRET}"`),
  "list of nulls": instead('{"items":[null,null]}'),
  "prototype in JSON": instead(`{"__proto__":{"items":[]},"constructor":"${SECRET}"}`),
  "every field of a wrong type": rowsChanged(mangled),
  "another item": another,
  "no slug": rowsChanged(without("slug")),
  "no id": rowsChanged(without("id")),
  "no title": rowsChanged(without("title")),
};
