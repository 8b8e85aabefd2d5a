/** What an open dashboard hears while calls go on, and who may listen. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LiveMessage } from "#app/calls/live/live-feed.schema.ts";
import type { Role } from "#app/membership/permissions.ts";
import * as control from "#drizzle/control/schema.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { anonymous, type Client, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { type Clinic, call, clinic, hangUp, newNumber, rows } from "../support/telephone.ts";
import { agentLine, goingCalls, leftMessage } from "./arrange.ts";

const deleteMember = (userId: string) =>
  controlPlane().delete(control.organizationMembers).where(eq(control.organizationMembers.user_id, userId));
const changeRole = (userId: string, role: Role) =>
  controlPlane()
    .update(control.organizationMembers)
    .set({ role })
    .where(eq(control.organizationMembers.user_id, userId));
const endSessions = (userId: string) =>
  controlPlane().delete(control.sessions).where(eq(control.sessions.user_id, userId));

const knock = (client: Pick<Client, "get">, organizationId: string, headers: Record<string, string> = {}) =>
  client.get(`/live?organization_id=${organizationId}`, { upgrade: "websocket", origin, ...headers });

class Listener {
  /** Each message, also those that came together as one frame. */
  readonly heard: LiveMessage[] = [];
  frames = 0;
  /** The code with which the feed was closed. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #bell = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.accept();
    this.closed = new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
    socket.addEventListener("message", ({ data }) => {
      const message: LiveMessage = JSON.parse(String(data));
      this.frames += 1;
      this.heard.push(...(message.type === "several" ? message.messages : [message]));
      this.#bell.resolve();
      this.#bell = Promise.withResolvers<void>();
    });
  }

  async until(holds: (heard: LiveMessage[]) => boolean): Promise<LiveMessage[]> {
    while (!holds(this.heard)) await this.#bell.promise;
    return this.heard;
  }

  send = (text: string) => this.#socket.send(text);
}

async function listen(owner: Pick<Person, "organizationId" | "get">): Promise<Listener> {
  const { webSocket, status } = await knock(owner, owner.organizationId);
  if (!webSocket) throw new Error(`the feed answered ${status}`);
  return new Listener(webSocket);
}

test("a listener hears that appointments have changed: booked, moved and canceled, each once", async () => {
  const owner = await clinic();
  const listener = await listen(owner);
  const changes = (heard: LiveMessage[]) => heard.filter(({ type }) => type === "bookings_changed").length;
  const wanted = {
    starts_at: Date.now() + 864e5,
    agent_id: null,
    anyway: true,
    time_zone: "America/New_York",
  };
  const what = {
    kind: "Visit",
    duration_minutes: 30,
    name: "Ada",
    phone_number: null,
    email: null,
    notes: "",
  };
  const by = (action_id: string) => ({ author_id: owner.userId, action_id, now: Date.now() });
  const { bookings } = owner.store;
  const booked = await bookings.bookByHand({ ...wanted, ...what }, by("1"));
  await bookings.bookByHand({ ...wanted, ...what }, by("1"));
  await listener.until((heard) => changes(heard) === 1);
  const booking_id = booked.ok ? booked.booking_id : "";
  const later = { ...wanted, starts_at: wanted.starts_at + 36e5 };
  await bookings.moveByHand({ booking_id, version: 0, ...by("2") }, later);
  await bookings.moveByHand({ booking_id, version: 0, ...by("2") }, later);
  await bookings.moveByHand({ booking_id, version: 0, ...by("3") }, wanted);
  await bookings.cancelByHand({ booking_id, version: 1, ...by("4") });
  await listener.until((heard) => changes(heard) === 3);
  expect(changes(listener.heard)).toBe(3);
});

test("a listener hears that messages have changed: one that is taken, done, or opened again", async () => {
  const owner = await clinic();
  const feed = await listen(owner);
  await feed.until((heard) => heard.length === 1);
  await owner.store.messages.take(leftMessage());
  const [message] = await rows(owner, "select id from messages");
  for (const wanted of ["done", "undo"])
    await owner.post("/dashboard", { do: wanted, message: String(message?.id) });
  const heard = await feed.until((all) => all.length === 4);
  expect(heard.slice(1).map(({ type }) => type)).toEqual(Array(3).fill("messages_changed"));
});

test("a listener hears a call begin, every line of it, who it is, and its end", async () => {
  const owner = await clinic();
  const feed = await listen(owner);
  await feed.until((heard) => heard.length === 1);
  expect(feed.heard[0]).toEqual({ type: "snapshot", calls: [] });
  const from = newNumber();
  const placed = await call(owner, from);
  const answer = await placed.relay.say("my name is Marta Lindqvist");
  await feed.until((heard) =>
    heard.some((message) => message.type === "line" && message.line.text === answer),
  );
  await hangUp(placed);
  const heard = await feed.until((all) => all.some(({ type }) => type === "call_ended"));
  expect(heard[1]).toMatchObject({
    type: "call_started",
    call: { call_id: placed.call_id, agent_name: owner.spec.name, other_number: from, lines: [] },
  });
  const lines = new Map(heard.flatMap((m) => (m.type === "line" ? [[m.seq, m.line.text] as const] : [])));
  expect(lines.get(0)).toBe(placed.greeting);
  expect([...lines.values()]).toContain("my name is Marta Lindqvist");
  expect(heard).toContainEqual({
    type: "caller_named",
    call_id: placed.call_id,
    caller_name: "Marta Lindqvist",
  });
  expect(heard.at(-1)).toEqual({ type: "call_ended", call_id: placed.call_id });
});

test("who comes later gets all that has been said", async () => {
  const owner = await clinic();
  const early = await listen(owner);
  const placed = await call(owner);
  const answer = await placed.relay.say("a cleaning please");
  await early.until((heard) => heard.some((m) => m.type === "line" && m.line.text === answer));
  const late = await listen(owner);
  const [snapshot] = await late.until((heard) => heard.length > 0);
  expect(snapshot).toMatchObject({
    type: "snapshot",
    calls: [
      {
        call_id: placed.call_id,
        last_words: answer,
        last_by: "agent",
        lines: [{ text: placed.greeting }, { text: "a cleaning please" }, { text: answer }],
      },
    ],
  });
});

test("a ping is answered", async () => {
  const feed = await listen(await clinic());
  feed.send('{"type":"ping"}');
  await feed.until((heard) => heard.some(({ type }) => type === "pong"));
});

test("nobody else may listen", async () => {
  const owner = await clinic();
  const stranger = await memberOf();
  const bookkeeper = await memberOf({ role: "billing", organizationId: owner.organizationId });
  const statuses = async (...asked: Promise<Response>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);
  expect(
    await statuses(
      knock(anonymous(), owner.organizationId),
      knock(stranger, owner.organizationId),
      knock(bookkeeper, owner.organizationId),
      knock(owner, "no-organization"),
      knock(owner, owner.organizationId, { origin: "https://evil.test" }),
      knock(owner, owner.organizationId, { origin: "" }),
    ),
  ).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await owner.get(`/live?organization_id=${owner.organizationId}`, { origin })).status).toBe(426);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect((await knock(viewer, owner.organizationId)).status).toBe(101);
});

test("one organization's feed says nothing of another's calls", async () => {
  const [one, other] = [await clinic(), await clinic()];
  const feed = await listen(one);
  const elsewhere = await listen(other);
  const placed = await call(other);
  await elsewhere.until((heard) => heard.some(({ type }) => type === "line"));
  await hangUp(placed);
  await elsewhere.until((heard) => heard.some(({ type }) => type === "call_ended"));
  const own = await call(one);
  await feed.until((heard) => heard.some(({ type }) => type === "call_started"));
  expect(JSON.stringify(feed.heard)).not.toContain(placed.call_id);
  expect(JSON.stringify(feed.heard)).toContain(own.call_id);
});

/** Lets a minute pass for every socket of the organization, so that its sessions are asked after again. */
const aMinuteLater = (owner: Clinic) =>
  runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, state) => {
    for (const socket of state.getWebSockets()) {
      const known: unknown = socket.deserializeAttachment();
      socket.serializeAttachment({ ...Object(known), asked_at: Date.now() - 60_000 });
    }
  });

const colleagueOf = (owner: Clinic, role: Role) => memberOf({ role, organizationId: owner.organizationId });

test("whoever signs out hears nothing more, and another session of theirs goes on", async () => {
  const owner = await clinic();
  const [leaving, staying] = [await colleagueOf(owner, "member"), await listen(owner)];
  const feed = await listen(leaving);
  await feed.until((heard) => heard.length === 1);
  await leaving.post("/sign-out");
  expect(await feed.closed).toBe(4003);
  await call(owner);
  await staying.until((heard) => heard.some(({ type }) => type === "call_started"));
  expect(feed.heard).toHaveLength(1);
});

test.each([
  ["was removed", (userId: string) => deleteMember(userId)],
  ["may read no calls any more", (userId: string) => changeRole(userId, "billing")],
  ["has had all sessions ended", (userId: string) => endSessions(userId)],
])("a listener who %s is shut out within a minute, before the next line", async (_, change) => {
  const owner = await clinic();
  const colleague = await colleagueOf(owner, "member");
  const [own, feed] = [await listen(owner), await listen(colleague)];
  await feed.until((heard) => heard.length === 1);
  await change(colleague.userId);
  await aMinuteLater(owner);
  await call(owner);
  expect(await feed.closed).toBe(4003);
  expect(feed.heard).toHaveLength(1);
  await own.until((heard) => heard.some(({ type }) => type === "line"));
});

test("whoever lacks the second factor that is required from now on is shut out at once, and whoever has it listens on", async () => {
  const owner = await clinic();
  await withAuthenticator(owner.userId);
  const colleague = await colleagueOf(owner, "member");
  const [own, feed] = [await listen(owner), await listen(colleague)];
  await feed.until((heard) => heard.length === 1);
  await owner.post("/settings", { intent: "security", require_two_factor: "on" });
  expect(await feed.closed).toBe(4003);
  await call(owner);
  await own.until((heard) => heard.some(({ type }) => type === "call_started"));
  expect((await knock(colleague, owner.organizationId)).status).toBe(403);
});

test("every listener of an organization that is deleted is shut out at once", async () => {
  const owner = await clinic();
  const [own, feed] = [await listen(owner), await listen(await colleagueOf(owner, "admin"))];
  await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
  expect([await own.closed, await feed.closed]).toEqual([4003, 4003]);
  expect((await knock(owner, owner.organizationId)).status).not.toBe(101);
});

test("everything that happens while sessions are asked after is told in its order", async () => {
  const owner = await clinic();
  const feed = await listen(owner);
  await feed.until((heard) => heard.length === 1);
  await aMinuteLater(owner);
  const placed = await call(owner);
  await hangUp(placed);
  const heard = await feed.until((all) => all.some(({ type }) => type === "call_ended"));
  expect(heard.slice(0, 2).map(({ type }) => type)).toEqual(["snapshot", "call_started"]);
  expect(heard.at(-1)?.type).toBe("call_ended");
});

test("a listener of an hour ago is asked to come again", async () => {
  const owner = await clinic();
  const feed = await listen(owner);
  await feed.until((heard) => heard.length === 1);
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, state) => {
    for (const socket of state.getWebSockets()) socket.serializeAttachment({ until: Date.now() - 1 });
  });
  await call(owner);
  expect(await feed.closed).toBe(4000);
  expect(feed.heard).toHaveLength(1);
});

test("the lines of fifty calls that all talk come in few frames, the newest words of each, in their order", async () => {
  const owner = await clinic();
  const ids = await goingCalls(owner, 50);
  const feed = await listen(owner);
  await feed.until((heard) => heard.length === 1);
  const begun = Date.now();
  const rounds = 6;
  for (let seq = 0; seq < rounds; seq += 1)
    await Promise.all(ids.map((id) => owner.store.live.storeLines(id, [agentLine(seq)], null)));
  const last = (id: string) => feed.heard.filter((m) => m.type === "line" && m.call_id === id).at(-1);
  await feed.until(() => ids.every((id) => JSON.stringify(last(id))?.includes(`line ${rounds - 1}`)));
  // The snapshot, one at once, and then one each 250 ms.
  expect(feed.frames).toBeLessThanOrEqual(3 + Math.ceil((Date.now() - begun) / 250));
  for (const id of ids) {
    const seqs = feed.heard.flatMap((m) => (m.type === "line" && m.call_id === id ? [m.seq] : []));
    expect(seqs).toEqual([...Array(rounds).keys()]);
  }
});

test("who comes while messages wait hears each of them once", async () => {
  const owner = await clinic();
  const [id = ""] = await goingCalls(owner, 1);
  const early = await listen(owner);
  await early.until((heard) => heard.length === 1);
  for (const seq of [0, 1]) await owner.store.live.storeLines(id, [agentLine(seq)], null);
  const late = await listen(owner);
  const [snapshot] = await late.until((heard) => heard.length > 0);
  expect(snapshot).toMatchObject({ calls: [{ lines: [{ text: "line 0" }, { text: "line 1" }] }] });
  await owner.store.live.storeLines(id, [agentLine(2)], null);
  await late.until((heard) => heard.length > 1);
  expect(late.heard.slice(1)).toMatchObject([{ type: "line", seq: 2 }]);
  await early.until((heard) => heard.length === 4);
});
