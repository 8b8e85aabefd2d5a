/** Two machines that text each other are cut, and so is everything for which a call would be refused; each with its reason. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { telnyx, twilio } from "../carriers/sides.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { settled, text, textedClinic, texting, textsOf, until } from "./arrange.ts";

test("two agents that answer each other are cut, and a member lets the agent answer again", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  let sent = 0;
  // The other agent answers each text with another sentence, at once.
  for (; sent < 20; sent += 1) {
    await text(owner, from, `Thank you, and what else can you tell me about topic number ${sent}?`);
    const all = await settled(owner, sent);
    if (all.at(-1)?.direction === "in" || all.some(({ why }) => why === "loop")) break;
  }
  const all = await settled(owner);
  expect(sent).toBeLessThan(20);
  const path = `/messages/${all[0]?.thread_id}`;
  expect(await (await owner.get(path)).text()).toContain("two machines that answer each other");
  const before = all.filter(({ direction }) => direction === "out").length;
  await text(owner, from, "Still there?");
  const later = await settled(owner, all.length + 1);
  expect(later.at(-1)).toMatchObject({ direction: "in", why: "loop" });
  expect(later.filter(({ direction }) => direction === "out")).toHaveLength(before);
});

test("two agents of ours that text each other come to an end", async () => {
  const [one, other] = [await textedClinic(twilio), await textedClinic(telnyx)];
  // What names STOP is a business's own text: it is neither answered nor obeyed.
  await text(one, other.number, "Hello, which day would you like to come in?");
  await until(async () =>
    expect(await textsOf(other)).toMatchObject([{ direction: "in", why: "auto_reply" }]),
  );
  expect(await rows(other, "select 1 from text_threads where opted_out_at is not null")).toEqual([]);
  await text(one, other.number, "And what are your opening hours?");
  await until(async () =>
    expect((await textsOf(one)).at(-1)).toMatchObject({ direction: "in", why: "auto_reply" }),
  );
  // By now both have said who they are: nothing in the words tells that machines write. They have texted for a while.
  await rows(
    one,
    `insert into texts (id, thread_id, direction, author, text, status, created_at, updated_at)
      select 'earlier-' || value, text_threads.id, 'out', 'agent', 'Earlier', 'sent', last_at, last_at
      from text_threads, json_each('[1, 2, 3, 4, 5, 6, 7]')`,
  );
  await text(one, other.number, "Where can I find you?");
  const cut = "select agent_off from text_threads where agent_off = 'loop'";
  await until(async () => {
    const off = await Promise.all([one, other].map((owner) => rows(owner, cut)));
    expect(off.flat().length).toBeGreaterThan(0);
  });
  const [here, there] = [await settled(one), await settled(other)];
  for (const all of [here, there])
    expect(all.filter(({ direction }) => direction === "out").length).toBeLessThanOrEqual(12);
  // It is over: what arrives now is kept and not answered.
  await text(one, other.number, "Are you still there?");
  await text(other, one.number, "Are you still there?");
  const later = [await settled(one, here.length + 1), await settled(other, there.length + 1)];
  expect(later.some((all) => all.at(-1)?.why === "loop")).toBe(true);
});

test("the same words again and again, and automatic replies, get no answer", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  for (const _ of [1, 2, 3]) {
    await text(owner, from, "We received your message!");
    await settled(owner);
  }
  expect((await settled(owner)).at(-1)).toMatchObject({ direction: "in", why: "loop" });
  await text(owner, newNumber(), "This is an automated response. Do not reply.");
  expect((await settled(owner)).at(-1)).toMatchObject({ why: "auto_reply" });
  await text(owner, "72345", "Your code is 1234");
  expect((await settled(owner)).at(-1)).toMatchObject({ why: "short_code" });
});

test("a blocked number and a suspended organization get no answer, with the reason", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  const blocked = { id: newId(), pattern: from, is_prefix: false, note: "", created_by: owner.userId };
  await owner.store.protection.block({ ...blocked, now: Date.now() });
  await text(owner, from, "Hello?");
  expect(await settled(owner)).toEqual([expect.objectContaining({ why: "caller_blocked" })]);
  await env.DB.prepare("update organizations set suspended_at = ? where id = ?")
    .bind(Date.now(), owner.organizationId)
    .run();
  await text(owner, newNumber(), "Hello?");
  expect((await settled(owner)).at(-1)).toMatchObject({ why: "organization_suspended" });
});

test("a member who writes takes the thread over until the agent may answer again", async () => {
  const owner = await textedClinic(twilio, texting);
  const from = newNumber();
  await text(owner, from, "What are your hours?");
  const [first] = await settled(owner, 2);
  const path = `/messages/${first?.thread_id}`;
  expect((await owner.post(path, { do: "read" })).status).toBe(200);
  expect(await rows(owner, "select unread from text_threads")).toEqual([{ unread: 0 }]);
  await owner.post(path, { do: "send", text: "This is Dana, I'll help you.", request: newId() });
  await settled(owner, 3);
  await text(owner, from, "Thanks Dana");
  expect((await settled(owner, 4)).at(-1)).toMatchObject({ why: "member" });
  await owner.post(path, { do: "agent", answers: "on" });
  await text(owner, from, "Where are you?");
  expect((await settled(owner, 6)).filter(({ direction }) => direction === "out").at(-1)).toMatchObject({
    author: "agent",
  });
  const list = await (await owner.get(`/messages?q=${encodeURIComponent("I'll help you")}`)).text();
  expect(list).toContain(`/messages/${first?.thread_id}`);
  expect(await (await owner.get("/messages?q=nothinglikethis")).text()).toContain("Nothing was found.");
});
