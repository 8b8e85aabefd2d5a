/** Calls from browsers: a ticket opens one call, once, within a minute, from its own page, and nothing else opens any. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { newTicket } from "#app/web-calls/call-ticket.server.ts";
import { at } from "../support/clock.ts";
import { origin } from "../support/people.ts";
import { clinic, history, rows } from "../support/telephone.ts";
import { knockWith, lineOf, pressCall, shop, talk, ticketFor, widget } from "./calling.ts";

const ended = async (owner: Awaited<ReturnType<typeof clinic>>) =>
  vi.waitUntil(async () => {
    const all = await history(owner);
    return all.length > 0 ? all : null;
  });

test("a call from a website is a call of the history: without numbers, free, with its words", async () => {
  const owner = await clinic();
  const { line, greeting } = await talk(await ticketFor(await widget(owner)));
  expect(greeting).toContain("Thanks for calling");
  const answer = await line.say("My name is Marta Lindqvist");
  expect(answer).not.toBe("");
  expect(await owner.store.live.list()).toMatchObject([{ other_number: null, number_id: null }]);
  line.close();
  const [call] = await ended(owner);
  expect(call).toMatchObject({
    type: "web",
    provider: "browser",
    direction: "inbound",
    our_number: null,
    other_number: null,
    number_id: null,
    agent_id: owner.agentId,
    status: "completed",
    ended_by: "caller",
    end_detail: "hung_up",
    cost_micros: 0,
  });
  expect(await rows(owner, "select * from usage_records")).toEqual([]);
  const [script] = await rows(owner, "select lines from call_transcripts");
  expect(String(script?.lines)).toContain("Marta Lindqvist");
});

test("a ticket opens one call: neither a second one at the same time nor one afterwards", async () => {
  const owner = await clinic();
  const opening = await ticketFor(await widget(owner));
  const { line } = await talk(opening);
  expect((await knockWith(opening.ticket, shop)).status).toBe(403);
  expect(await owner.store.live.list()).toHaveLength(1);
  line.close();
  await ended(owner);
  expect((await knockWith(opening.ticket, shop)).status).toBe(403);
  expect(await history(owner)).toHaveLength(1);
});

test("a ticket is good for a minute", async () => {
  const owner = await clinic();
  const { ticket } = await ticketFor(await widget(owner));
  const now = Date.now();
  expect((await at(now + 61_000, () => knockWith(ticket, shop))).status).toBe(403);
  expect(await history(owner)).toEqual([]);
  expect((await at(now + 50_000, () => knockWith(ticket, shop))).status).toBe(101);
});

test.each(["https://evil.test", "https://harbor-shop.com", origin, "null", null])(
  "a ticket of the shop's page opens nothing from %s",
  async (from) => {
    const owner = await clinic();
    const { ticket } = await ticketFor(await widget(owner));
    expect((await knockWith(ticket, from)).status).toBe(403);
    expect(await history(owner)).toEqual([]);
  },
);

test("a session opens no call by itself, from our own page neither", async () => {
  const owner = await clinic();
  for (const from of [origin, shop, null]) {
    expect(
      (await knockWith(`${"a".repeat(40)}.${"0".repeat(64)}`, from, { cookie: owner.cookie })).status,
    ).toBe(403);
    expect((await knockWith("", from, { cookie: owner.cookie })).status).toBe(404);
  }
  expect(await history(owner)).toEqual([]);
});

test("a member's ticket belongs to our page: another site cannot use it, with the member's cookie neither", async () => {
  const owner = await clinic();
  const answer = await (await pressCall(owner, owner.agentId)).text();
  const [ticket = ""] = /[\w-]{100,}\.[0-9a-f]{64}/.exec(answer) ?? [];
  const [call = ""] = /BR[\w-]{32}/.exec(answer) ?? [];
  expect((await knockWith(ticket, "https://evil.test", { cookie: owner.cookie })).status).toBe(403);
  const { line, greeting } = await talk({ ticket, call, agent: "", language: "" }, origin);
  expect(greeting).toContain("Thanks for calling");
  line.close();
  expect(await ended(owner)).toMatchObject([{ type: "web", agent_id: owner.agentId }]);
});

test("a page of another site gets no ticket by a member's session, nor by their agent's id", async () => {
  const owner = await clinic();
  const path = `/agents/${owner.agentId}/call`;
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  expect((await owner.post(path, {}, foreign)).status).toBe(403);
  const other = await clinic();
  expect((await pressCall(other, owner.agentId)).status).toBe(404);
});

test("a ticket that is signed for another agent or organization than the widget's opens nothing", async () => {
  const owner = await clinic();
  const other = await clinic();
  const key = await widget(owner);
  const forged = async (organization_id: string, agent_id: string) =>
    (await newTicket(env, { organization_id, agent_id, origin: shop, widget: key }, Date.now())).ticket;
  expect((await knockWith(await forged(owner.organizationId, other.agentId), shop)).status).toBe(403);
  expect((await knockWith(await forged(other.organizationId, owner.agentId), shop)).status).toBe(403);
  const { ticket } = await ticketFor(key);
  const [content = "", mac = ""] = ticket.split(".");
  for (const changed of [`${content}A.${mac}`, `${content}.${"0".repeat(64)}`])
    expect((await knockWith(changed, shop)).status).toBe(403);
  expect(await history(owner)).toEqual([]);
});

test("a setup that names another call ends the line", async () => {
  const owner = await clinic();
  const line = await lineOf((await ticketFor(await widget(owner))).ticket);
  line.setUp("BRanother");
  await line.until(() => line.closed !== null);
  expect(line.turns).toEqual([]);
});

test.each([
  ["a frame that is too long", () => "x".repeat(9000), 1009],
  ["bytes", () => new ArrayBuffer(8), 1008],
])("%s ends the call", async (_what, frame, code) => {
  const owner = await clinic();
  const { line } = await talk(await ticketFor(await widget(owner)));
  line.send(frame());
  await line.until(() => line.closed !== null);
  expect(line.closed).toBe(code);
  expect(await ended(owner)).toMatchObject([{ ended_by: "error", end_detail: "line_lost" }]);
});

test("frames that come faster than anyone types end the call", async () => {
  const owner = await clinic();
  const { line } = await talk(await ticketFor(await widget(owner)));
  for (let sent = 0; sent < 1000; sent += 1)
    line.send({ type: "info", name: "clientSpeaking", value: sent % 2 ? "on" : "off" });
  await line.until(() => line.closed !== null);
  expect(line.closed).toBe(1008);
});

test("things said faster than anyone speaks end the call, and a visitor's call lasts ten minutes at most", async () => {
  const owner = await clinic();
  const { line } = await talk(await ticketFor(await widget(owner)));
  const [live] = await rows(owner, "select longest_seconds from live_calls");
  expect(live?.longest_seconds).toBe(600);
  for (let sent = 0; sent < 8; sent += 1) line.send({ type: "prompt", voicePrompt: "hello", last: true });
  await line.until(() => line.closed !== null);
  expect(line.closed).toBe(1008);
});

test("an interruption is told to the agent, and its script keeps what was heard", async () => {
  const owner = await clinic();
  const opening = await ticketFor(await widget(owner));
  const line = await lineOf(opening.ticket);
  line.setUp(opening.call);
  await line.until(() => line.turns.length > 0);
  line.send({ type: "info", name: "agentSpeaking", value: "on" });
  const heard = line.turns[0]?.slice(0, 5);
  line.send({ type: "interrupt", utteranceUntilInterrupt: heard, durationUntilInterruptMs: 400 });
  await line.say("I need an appointment");
  line.close();
  const [call] = await ended(owner);
  expect(call?.interruptions).toBe(1);
});
