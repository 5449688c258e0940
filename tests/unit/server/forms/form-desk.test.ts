import t from "tap";
import { createDeliverStored } from "../../../../server/forms/deliver-stored.ts";
import { createFormDesk, type HandedIn } from "../../../../server/forms/form-desk.ts";
import { createForwardContact, type Forwarded } from "../../../../server/forms/forward-contact.ts";
import type { InboxMessage } from "../../../../server/inbox/inbox.ts";
import { createContentApiClient } from "../../../../server/upstream/content-api/content-api-client.ts";
import { createHttpClient } from "../../../../server/upstream/http-client.ts";
import { withInbox } from "../inbox/with-inbox.ts";
import { sendJson, startServer } from "../upstream/misbehaving-server.ts";

const handedIn = (part: Partial<HandedIn> = {}): HandedIn => ({
  ...{ form: "contact", fields: { message: "Habari" }, key: "key-1", isSuspect: false },
  ...{ requestId: "request-1", traceparent: undefined, onFault: () => {} },
  ...part,
});

/** A desk before a source that answers as it is told. */
async function scene(
  t: Parameters<typeof withInbox>[0],
  listener: Parameters<typeof startServer>[0],
) {
  const server = await startServer(listener);
  const http = createHttpClient({ source: "content-api", baseUrl: server.url });
  const source = createContentApiClient({ http, baseUrl: server.url });
  const forwardContact = createForwardContact(source);
  const { inbox } = withInbox(t);
  t.teardown(async () => {
    await server.close();
    await http.close();
  });
  return { server, inbox, forwardContact, desk: createFormDesk({ inbox, forwardContact }) };
}

t.test("a source that answers has the message, and nothing is stored", async (t) => {
  const { desk, inbox, server } = await scene(t, (_request, response) =>
    sendJson(response, 201, {}),
  );
  t.same(await desk(handedIn()), { kind: "relayed" });
  t.equal((await inbox.list({})).length, 0);
  t.match(server.requests, [
    {
      method: "POST",
      url: "/api/contacts/",
      headers: { "idempotency-key": "key-1", "x-request-id": "request-1" },
      body: '{"message":"Habari"}',
    },
  ]);
});

t.test("silence in any form is stored under the key of the first try", async (t) => {
  const silences: [name: string, Parameters<typeof startServer>[0]][] = [
    ["reset", (request) => request.socket.destroy()],
    ["cut off", (request) => void request.socket.end("HTTP/1.1 20")],
    ...[429, 502, 503, 504].map((status): [string, Parameters<typeof startServer>[0]] => [
      String(status),
      (_request, response) => sendJson(response, status, { message: "not now" }),
    ]),
    ["never answers", () => {}],
  ];
  for (const [name, listener] of silences) {
    const { desk, inbox, server } = await scene(t, listener);
    t.match(await desk(handedIn()), { kind: "stored", reference: /^C-/ }, name);
    t.match(await inbox.list({}), [{ state: "waiting", key: "key-1", tries: 1 }], name);
    t.equal(server.requests.length, 1, "tried once");
  }
});

t.test("an answer of the source is relayed in its own words, else in the spec's", async (t) => {
  for (const [status, body, answer] of [
    [
      422,
      { message: "The address is not known." },
      { status: 422, message: "The address is not known." },
    ],
    [400, {}, { status: 422, message: "Failed to send message. Please try again later." }],
    [500, { message: "Mailbox full" }, { status: 502, message: "Mailbox full" }],
    [404, {}, { status: 502, message: "Failed to send message. Please try again later." }],
    [500, { message: "x".repeat(900) }, { status: 502, message: /^x{1,200}$/ }],
  ] as const) {
    const { desk, inbox } = await scene(t, (_request, response) =>
      sendJson(response, status, body),
    );
    t.match(await desk(handedIn()), { kind: "failed", ...answer }, String(status));
    t.equal((await inbox.list({})).length, 0);
  }
});

t.test(
  "what looks like a machine's is held, forwarded to nobody, and answered alike",
  async (t) => {
    const { desk, inbox, server } = await scene(t, (_request, response) =>
      sendJson(response, 201, {}),
    );
    t.same(await desk(handedIn({ isSuspect: true })), { kind: "relayed" });
    t.match(await desk(handedIn({ isSuspect: true, form: "partner", key: "key-2" })), {
      kind: "stored",
      reference: /^P-/,
    });
    t.same(
      (await inbox.list({})).map(({ state }) => state),
      ["held", "held"],
    );
    t.equal(server.requests.length, 0);
  },
);

t.test("what cannot be stored is not acknowledged", async (t) => {
  const { desk, inbox } = await scene(t, (request) => request.socket.destroy());
  await inbox.close();
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  t.match(await desk(handedIn({ onFault })), { kind: "failed", status: 503 });
  t.match(await desk(handedIn({ onFault, form: "volunteer" })), { kind: "failed", status: 503 });
  t.equal(faults.length, 3, "silence, and the store twice");
});

t.test(
  "a stored message is tried again after silence and faults, not after a refusal",
  async (t) => {
    const message: InboxMessage = {
      ...{ reference: "C-0000-0000", form: "contact", state: "waiting", fields: {}, key: "key-1" },
      ...{ requestId: "request-1", receivedAt: 0, tries: 2, dueAt: 0, lastFault: null },
    };
    const after = (forwarded: Forwarded) =>
      createDeliverStored(
        async () => forwarded,
        () => {},
      )(message);
    const refused = (status: number): Forwarded => ({
      ...{ kind: "refused", status, sourceMessage: "secret words", fault: new Error("x") },
    });
    t.same(await after({ kind: "delivered" }), { kind: "delivered" });
    t.match(await after({ kind: "silent", retryAfterSeconds: 7, fault: null }), {
      kind: "later",
      retryAfterSeconds: 7,
    });
    t.match(await after(refused(500)), { kind: "later" });
    t.match(await after(refused(408)), { kind: "later" });
    for (const status of [400, 404, 409, 413, 422])
      t.match(await after(refused(status)), { kind: "never" });
    t.notMatch(JSON.stringify(await after(refused(422))), "secret words");
  },
);
