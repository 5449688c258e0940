import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeskPeople, DeskPerson, PersonFields } from "../../shared/contract/desk-people.ts";
import { isoTime } from "../../shared/time.ts";
import { isEmailAddress } from "../email-address.ts";
import { isSecret } from "../http/headers.ts";
import { sameAddress } from "../store/accounts.ts";
import * as desk from "./desk.ts";
import { requireFreshSignIn } from "./fresh-sign-in.ts";
import { addPerson, type Office, peopleHistory, removePerson } from "./people.ts";

/** The most characters of a name, and of an address that a mail server takes. */
const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 254;

const NOTHING_TYPED: PersonFields = { email: "", name: "" };

/** The parts of the page that an act changes. */
type Again = Partial<
  Pick<DeskPeople, "typed" | "errors" | "freshSignIn" | "obstacle"> & { askId: string }
>;

const officeOf = ({ accounts, clock, config, mails }: FastifyInstance): Office => ({
  accounts,
  clock,
  origin: config.PUBLIC_ORIGIN,
  isMailed: mails !== null,
});

/** Returns the people who may sign in, in the order of their addresses. */
async function readPeople({ accounts }: FastifyInstance): Promise<DeskPerson[]> {
  return (await accounts.list()).map(({ id, email, name, createdAt }) => ({
    id,
    email,
    name: name ?? "",
    since: isoTime(createdAt),
  }));
}

/** Returns where the reader is signed in. */
async function readSessions({ staff, server }: FastifyRequest): Promise<DeskPeople["sessions"]> {
  if (staff === null) return [];
  const sessions = await server.accounts.sessions(staff.id);
  return sessions.map(({ digest, browser, system, createdAt, lastUsedAt }) => ({
    id: digest,
    browser,
    system,
    since: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    isThis: isSecret(digest, staff.digest),
  }));
}

/** Reads what was typed. Line breaks and other control characters become spaces. */
function readTyped(request: FastifyRequest): PersonFields {
  const { email = "", name = "" } = desk.postedFields(request);
  return { email: email.trim(), name: name.replaceAll(/\p{Cc}+/gu, " ").trim() };
}

/** Returns the errors of all fields at once. */
function typedErrors({ email, name }: PersonFields): DeskPeople["errors"] {
  const errors: Record<string, { code: string; max?: number }> = {};
  if (name === "") errors.name = { code: "required" };
  else if (name.length > LONGEST_NAME) errors.name = { code: "tooLong", max: LONGEST_NAME };
  if (email.length > LONGEST_ADDRESS || !isEmailAddress(email)) errors.email = { code: "required" };
  return errors;
}

/** Adds the page where somebody sees where they are signed in, and adds or removes people. */
export function addPeopleRoutes(app: FastifyInstance): void {
  const { accounts, store, staffCookie, mails } = app;

  async function show(reply: FastifyReply, { askId, ...again }: Again = {}, status = 200) {
    const { request } = reply;
    const isOpen = desk.findObstacle(request) === null;
    const people = isOpen ? await readPeople(app) : [];
    const page: DeskPeople = {
      kind: "people",
      sessions: isOpen ? await readSessions(request) : [],
      people,
      history: isOpen ? await peopleHistory(store.db) : [],
      typed: NOTHING_TYPED,
      errors: {},
      ask: people.find(({ id }) => id === askId) ?? null,
      freshSignIn: null,
      obstacle: null,
      isMailed: mails !== null,
      ...again,
    };
    return desk.sendDeskPage(reply, page, status);
  }

  app.get("/people", (request, reply) =>
    show(reply, { askId: desk.queryOf(request).get("ask") ?? "" }),
  );

  async function add(request: FastifyRequest, reply: FastifyReply) {
    const typed = readTyped(request);
    const errors = typedErrors(typed);
    if (Object.keys(errors).length > 0) return show(reply, { typed, errors }, 422);
    const freshSignIn = await requireFreshSignIn(request);
    if (freshSignIn !== null) return show(reply, { typed, freshSignIn }, 403);
    const person = { email: sameAddress(typed.email), name: typed.name };
    if (!(await addPerson(officeOf(app), request.staff?.email ?? null, person)))
      return show(reply, { typed, obstacle: "known" }, 409);
    const added = await accounts.find(person.email);
    request.log.info(
      { audit: "person added", staff: request.staff?.id, reference: added?.id },
      "audit",
    );
    return desk.redirectWithNotice(reply, "/staff/people", "person-added");
  }

  async function remove(request: FastifyRequest, reply: FastifyReply) {
    const { person: id = "" } = desk.postedFields(request);
    const freshSignIn = await requireFreshSignIn(request);
    if (freshSignIn !== null) return show(reply, { askId: id, freshSignIn }, 403);
    const { staff } = request;
    const result = await removePerson(officeOf(app), staff?.email ?? null, id);
    if (result !== "removed") return show(reply, { obstacle: result }, 409);
    request.log.info({ audit: "person removed", staff: staff?.id, reference: id }, "audit");
    if (id !== staff?.id) return desk.redirectWithNotice(reply, "/staff/people", "person-removed");
    reply.clearCookie(staffCookie);
    return desk.redirectWithNotice(reply, "/staff", "signed-out");
  }

  async function endSessions(request: FastifyRequest, reply: FastifyReply, digest?: string) {
    const { staff } = request;
    if (staff === null) return desk.sendNotFound(reply);
    const count = await accounts.endSessions(staff.id, digest);
    request.log.info({ audit: "sessions ended", staff: staff.id, count }, "audit");
    const isThis = digest === undefined || isSecret(digest, staff.digest);
    if (!isThis) return desk.redirectWithNotice(reply, "/staff/people", "session-ended");
    reply.clearCookie(staffCookie);
    return desk.redirectWithNotice(reply, "/staff", "signed-out");
  }

  app.post("/people", { config: { keepsTyped: true } }, async (request, reply) => {
    const { action, session = "" } = desk.postedFields(request);
    const obstacle = desk.findObstacle(request);
    if (obstacle !== null) {
      const status = obstacle === "store" ? 503 : 401;
      return show(reply, { typed: readTyped(request), obstacle }, status);
    }
    if (action === "add") return add(request, reply);
    if (action === "remove") return remove(request, reply);
    if (action === "end") return endSessions(request, reply, session);
    if (action === "end-all") return endSessions(request, reply);
    return desk.sendNotFound(reply);
  });
}
