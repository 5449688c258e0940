import t from "tap";
import { createDeliverStored } from "../../../../server/submissions/deliver-stored.ts";
import {
  createForwardContact,
  type Forwarded,
} from "../../../../server/submissions/forward-contact.ts";
import { messageKey } from "../../../../server/submissions/idempotency/message-key.ts";
import type { InboxMessage } from "../../../../server/submissions/inbox/inbox.ts";
import { referenceOf } from "../../../../server/submissions/inbox/reference-number.ts";
import {
  createSubmissionService,
  type Submission,
} from "../../../../server/submissions/submission-service.ts";
import { createContentApiClient } from "../../../../server/upstream/content-api/content-api-client.ts";
import { createHttpClient } from "../../../../server/upstream/http/http-client.ts";
import { sendJson, startServer } from "../upstream/http/misbehaving-server.ts";
import { withInbox } from "./inbox/with-inbox.ts";

const CLIENT_KEY = "client-key-1";

const submission = (part: Partial<Submission> = {}): Submission => ({
  form: "contact",
  fields: { message: "Habari" },
  clientKey: CLIENT_KEY,
  isSuspect: false,
  requestId: "request-1",
  traceparent: undefined,
  onError: () => {},
  ...part,
});

/** The key under which the service stores and sends the default submission. */
const KEY = messageKey({
  form: "contact",
  fields: { message: "Habari" },
  clientKey: CLIENT_KEY,
  nowMs: 0,
});

/** A submission service over a source that responds by `listener`. */
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
  return {
    server,
    inbox,
    forwardContact,
    submit: createSubmissionService({ inbox, forwardContact, now: () => 0 }),
  };
}

t.test("a message that the source accepts is not stored", async (t) => {
  const { submit, inbox, server } = await scene(t, (_request, response) =>
    sendJson(response, 201, {}),
  );
  const reference = referenceOf("contact", KEY);
  t.same(await submit(submission()), { kind: "relayed", reference });
  t.equal((await inbox.list({})).length, 0);
  t.match(server.requests, [
    {
      method: "POST",
      url: "/api/contacts/",
      headers: { "idempotency-key": KEY, "x-request-id": "request-1" },
      body: '{"message":"Habari"}',
    },
  ]);
});

t.test("a message without a response is stored under the key of its first try", async (t) => {
  const failures: [name: string, Parameters<typeof startServer>[0]][] = [
    ["reset", (request) => request.socket.destroy()],
    ["cut off", (request) => void request.socket.end("HTTP/1.1 20")],
    ...[429, 502, 503, 504].map((status): [string, Parameters<typeof startServer>[0]] => [
      String(status),
      (_request, response) => sendJson(response, status, { message: "not now" }),
    ]),
    ["never responds", () => {}],
  ];
  for (const [name, listener] of failures) {
    const { submit, inbox, server } = await scene(t, listener);
    const reference = referenceOf("contact", KEY);
    t.match(await submit(submission()), { kind: "stored", reference }, name);
    t.match(await inbox.list({}), [{ state: "waiting", key: KEY, tries: 1 }], name);
    t.equal(server.requests.length, 1, "tried once");
  }
});

t.test("a refusal is reported with the source's message, if it has one", async (t) => {
  for (const [status, body, expected] of [
    [
      422,
      { message: "The address is not known." },
      { status: 422, message: "The address is not known." },
    ],
    [400, {}, { status: 422, message: null }],
    [500, { message: "Mailbox full" }, { status: 502, message: "Mailbox full" }],
    [404, {}, { status: 502, message: null }],
    [500, { message: "x".repeat(900) }, { status: 502, message: /^x{1,200}$/ }],
  ] as const) {
    const { submit, inbox } = await scene(t, (_request, response) =>
      sendJson(response, status, body),
    );
    t.match(await submit(submission()), { kind: "failed", ...expected }, String(status));
    t.equal((await inbox.list({})).length, 0);
  }
});

t.test("suspected spam is held, not forwarded, and gets the usual result", async (t) => {
  const { submit, inbox, server } = await scene(t, (_request, response) =>
    sendJson(response, 201, {}),
  );
  const reference = referenceOf("contact", KEY);
  t.same(await submit(submission({ isSuspect: true })), { kind: "relayed", reference });
  t.match(await inbox.get(reference), { state: "held" }, "staff find it by its number");
  t.match(await submit(submission({ isSuspect: true, form: "partner" })), {
    kind: "stored",
    reference: /^P-/,
  });
  t.same(
    (await inbox.list({})).map(({ state }) => state),
    ["held", "held"],
  );
  t.equal(server.requests.length, 0);
});

t.test("a message that cannot be stored is not acknowledged", async (t) => {
  const { submit, inbox } = await scene(t, (request) => request.socket.destroy());
  await inbox.close();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  t.match(await submit(submission({ onError })), { kind: "failed", status: 503 });
  t.match(await submit(submission({ onError, form: "volunteer" })), {
    kind: "failed",
    status: 503,
  });
  t.equal(errors.length, 3, "no response once, the store twice");
});

t.test(
  "a stored message is retried after no response or a server error, not after a refusal",
  async (t) => {
    const message: InboxMessage = {
      reference: "C-0000-0000",
      form: "contact",
      state: "waiting",
      fields: {},
      key: "key-1",
      requestId: "request-1",
      receivedAt: 0,
      tries: 2,
      dueAt: 0,
      lastError: null,
    };
    const after = (forwarded: Forwarded) =>
      createDeliverStored(
        async () => forwarded,
        () => {},
      )(message);
    const refused = (status: number): Forwarded => ({
      kind: "refused",
      status,
      sourceMessage: "secret words",
      error: new Error("x"),
    });
    t.same(await after({ kind: "delivered" }), { kind: "delivered" });
    t.match(await after({ kind: "no-response", retryAfterSeconds: 7, error: null }), {
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
