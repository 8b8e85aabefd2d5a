/** What an agent promises on a real call is kept: a message in the organization, with what is known of the caller. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { call, clinic, hangUp, history, newNumber, rows } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";

const unknown = "Do you whiten teeth with a laser?";

const left = (owner: { organizationId: string }) =>
  rows(owner, "select call_id, kind, text, name, phone_number, done_at from messages");

test("a call back that is promised stands on the dashboard while the call goes on, and after it", async () => {
  const owner = await clinic();
  const from = newNumber();
  const placed = await call(owner, from);
  expect(await placed.relay.say(unknown)).toMatch(/name/);
  await placed.relay.say("Hank Sorensen");
  await placed.relay.say("yes");
  const dashboard = async () => wordsOf(await (await owner.get("/dashboard")).text());
  expect(await dashboard()).toMatch(/Messages and callbacks.*Hank Sorensen.*Callback/);
  const [message] = await left(owner);
  expect(message).toMatchObject({
    call_id: placed.call_id,
    kind: "call_back",
    text: expect.stringContaining("Do you whiten teeth with a laser"),
    name: "Hank Sorensen",
    phone_number: from,
    done_at: null,
  });
  await hangUp(placed);
  expect(await left(owner)).toEqual([message]);
  expect(await history(owner)).toEqual([expect.objectContaining({ outcome: "call_back" })]);
  expect(await dashboard()).toMatch(/Messages and callbacks.*Hank Sorensen.*Callback/);
});

test("a caller who hangs up before telling their name is called back on the number they called from", async () => {
  const owner = await clinic();
  const from = newNumber();
  const placed = await call(owner, from);
  await placed.relay.say(unknown);
  expect(await left(owner)).toEqual([]);
  await hangUp(placed);
  expect(await left(owner)).toEqual([
    expect.objectContaining({ kind: "call_back", name: null, phone_number: from }),
  ]);
  const [row] = await history(owner);
  expect(row).toMatchObject({ outcome: "call_back" });
  const script = await rows(owner, "select lines from call_transcripts");
  expect(String(script[0]?.lines)).toContain("Noted a callback");
});

test("a withheld number is asked for, and nothing is promised without one", async () => {
  const owner = await clinic();
  const placed = await call(owner, "anonymous");
  expect(await placed.relay.say(unknown)).not.toMatch(/\b(will|I'll have|you'll)\b/);
  expect(await placed.relay.say("Hank Sorensen")).toMatch(/number/);
  await placed.relay.say("212 555 0199");
  await hangUp(placed);
  expect(await left(owner)).toEqual([
    expect.objectContaining({ name: "Hank Sorensen", phone_number: "+12125550199" }),
  ]);
});

test("a message that could not be written is not said to be passed on, and is written once that works", async () => {
  const owner = await clinic();
  const sql = (statement: string) =>
    runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
      storage.sql.exec(statement);
    });
  const placed = await call(owner);
  await sql("alter table messages rename to messages_away");
  await placed.relay.say(unknown);
  await placed.relay.say("Hank Sorensen");
  const answer = await placed.relay.say("yes");
  expect(answer).not.toMatch(/passed (that )?on|on its way/);
  await sql("alter table messages_away rename to messages");
  await hangUp(placed);
  expect(await left(owner)).toEqual([expect.objectContaining({ name: "Hank Sorensen" })]);
});

test("who asks not to be called is promised nothing any more", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await placed.relay.say(unknown);
  placed.relay.send({ type: "prompt", voicePrompt: "stop calling me", lang: "en", last: true });
  await placed.relay.handoff();
  await hangUp(placed);
  expect(await left(owner)).toEqual([]);
});
