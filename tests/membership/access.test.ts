/** Every door of the product is tried by everybody, as a document or as data, and answers what the written matrix says (R25). */
import { beforeAll, expect, test } from "vitest";
import { newSession } from "#app/accounts/session.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { keptError } from "../error-logs/arrange.ts";
import { asData, doors, met, metBy, push } from "../organizations/doors.ts";
import { anonymous, type Client, controlPlane, memberOf, origin } from "../support/people.ts";
import { type Clinic, call, clinic, hangUp, history } from "../support/telephone.ts";
import { type Actor, actors, matrix } from "./access-matrix.ts";

test("R25: every loader and every action has its line, and no line is left over", () => {
  expect(doors.length).toBeGreaterThan(20);
  expect([...matrix.keys()].sort()).toEqual([...new Set(doors)].sort());
});

let house: Clinic;
let callId: string;
let bookingId: string;
let contactId: string;
let errorId: string;

beforeAll(async () => {
  house = await clinic();
  const placed = await call(house);
  await hangUp(placed);
  callId = String((await history(house))[0]?.id);
  errorId = await keptError(house.organizationId);
  const now = Date.now();
  const wanted = { starts_at: now + day_ms, agent_id: null, anyway: true, time_zone: "America/New_York" };
  const what = {
    kind: "Visit",
    duration_minutes: 30,
    name: "Ada",
    phone_number: null,
    email: null,
    notes: "",
  };
  const by = { author_id: house.userId, action_id: newId(), now };
  const booked = await house.store.bookings.bookByHand({ ...wanted, ...what }, by);
  if (!booked.ok) throw new Error(booked.reason);
  bookingId = booked.booking_id;
  const known = await house.store.contacts.upsertByPhone({
    phone_number: "+12025550142",
    name: "Ada",
    email: null,
    status: null,
    source: "call",
    now,
  });
  contactId = known.id;
});

/** A person with an unproven address. */
async function pending(): Promise<Client> {
  const now = Date.now();
  const id = newId();
  const email = `${id}@people.test`;
  const { row, cookies } = await newSession(new Request(origin), id, "pending", now, { host: null, email });
  await controlPlane().insert(control.users).values({
    id,
    email,
    email_folded: email,
    created_at: now,
    updated_at: now,
  });
  await controlPlane().insert(control.sessions).values(row);
  const cookie = cookies[0]?.split("; ")[0] ?? "";
  const browser = anonymous();
  return {
    ...browser,
    cookie,
    get: (path, headers) => browser.get(path, { cookie, ...headers }),
    post: (path, form, headers) => browser.post(path, form, { cookie, ...headers }),
  };
}

/** A browser of its own: some doors end the session that comes through. */
function newcomer(actor: Actor): Promise<Client> {
  const { organizationId } = house;
  switch (actor) {
    case "anonymous":
      return Promise.resolve(anonymous());
    case "pending":
      return pending();
    case "elsewhere":
      return memberOf();
    case "platform":
      return memberOf({ isPlatformAdmin: true });
    default:
      return memberOf({ role: actor, organizationId });
  }
}

/** Who only reads stays for the next door, unless a door changed the cookies. */
const readers = new Map<Actor, Client>();

/** What is posted: enough to come past the door, too little or too harmless to change anything. */
const posted = (address: string): Record<string, string> => {
  switch (address) {
    case "/agents/:agentId":
      // It answers a number, so it is not put away.
      return { do: "archive" };
    case "/numbers":
      return { do: "assign", number: house.numberId, agent: house.agentId };
    default:
      return {};
  }
};

const real = (address: string) =>
  address
    .replace(":callId", callId)
    .replace(":threadId", callId)
    .replace(":bookingId", bookingId)
    .replace(":contactId", contactId)
    .replace(":importId", newId())
    .replace(":file", `${"0".repeat(64)}.ics`)
    .replace(":agentId", house.agentId)
    .replace(":numberId", house.numberId)
    .replace(":accountId", newId())
    .replace(":campaignId", newId())
    .replace(":workflowId", newId())
    .replace(":runId", newId())
    .replace(":testId", newId())
    .replace(":endpointId", newId())
    .replace(":deliveryId", `msg_${newId()}`)
    .replace(":clientId", newId())
    .replace(":errorId", errorId)
    .replace(":slug", "roles")
    .replace(":invoiceId", newId())
    .replace(":organizationId", newId())
    .replace(":userId", newId())
    .replace(":exportId", newId())
    .replace(":receiptId", "0".repeat(32))
    .replace("*", "no/such/page");

async function through(door: string, actor: Actor, path: (address: string) => string): Promise<Response> {
  const [method, address = ""] = door.split(" ");
  if (method !== "GET") return push(await newcomer(actor), address, path(address), posted(address));
  const reader = readers.get(actor) ?? (await newcomer(actor));
  const answer = await reader.get(path(address));
  if (answer.headers.getSetCookie().length > 0) readers.delete(actor);
  else readers.set(actor, reader);
  return answer;
}

test.each([...matrix])(
  "R25, B22: %s lets in whom it should, as a document or as data",
  async (door, expected) => {
    // A page that embeds Stripe's form is a document of its own: a data request leads to it.
    const isFunction = door.includes(" /functions/") || /^GET \/checkout(?:-number)?$/.test(door);
    const seen = await metBy(actors, door, isFunction, async (actor, way) =>
      met(await through(door, actor, (address) => way(real(address)))),
    );
    expect(seen).toEqual(expected);
  },
);

// The platform's own pages are no organization's: the table above says who gets as far as an id.
const ofOrganizations = (door: string) =>
  /:\w+Id/.test(door) && !/ \/(?:customer-management|admin)\//.test(door);

test.each([...matrix.keys()].filter(ofOrganizations))(
  "R25, B19: %s answers another organization's id as one that does not exist",
  async (door) => {
    const [, address = ""] = door.split(" ");
    const shown = async (path: string) => {
      const answer = await through(door, "elsewhere", () => asData(path));
      return { status: answer.status, body: (await answer.text()).replace(/[0-9a-f-]{36}/g, "id") };
    };
    const foreign = await shown(real(address));
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await shown(address.replace(/:\w+Id/g, newId())));
  },
);

test("a role that nobody knows may do nothing", async () => {
  const person = await memberOf({ organizationId: house.organizationId });
  await controlPlane().run(
    `update organization_members set role = 'admin,owner' where user_id = '${person.userId}'`,
  );
  for (const path of ["/dashboard", "/agents", "/numbers", "/call-history", "/subscription"])
    expect((await person.get(path)).status, path).toBe(403);
});
