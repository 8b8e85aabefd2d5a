/** What every carrier's posts about text messages come to: one suite, run for each. */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { callAddress } from "#workers/carriers/call-address.ts";
import { wireOf } from "#workers/carriers/wires.ts";
import { newNumber } from "../support/telephone.ts";
import { settled, text, textedClinic, textsOf, until } from "../texts/arrange.ts";
import { goesWrong, mend, platformAccount, sides } from "./sides.ts";
import { postsText, textSide } from "./text-posts.ts";

afterEach(mend);

const silentAgent = <T>(spec: T): T => spec;

describe.each(sides)("$carrier", (side) => {
  const { newId: newTextId, received, report, statuses, codes } = textSide(side);
  const here = `/webhooks/${side.carrier}/message`;
  const parse = wireOf(side.carrier)?.parse;
  if (!parse) throw new Error("no such carrier");
  /** A post's content as its parser gets it. */
  const contentOf = (content: ReturnType<typeof received>) =>
    "form" in content ? content.form : { json: JSON.stringify(content.json) };

  /** A clinic with a text that was sent, of which no report has come, and where one is posted. */
  async function sentText() {
    const owner = await textedClinic(side, silentAgent);
    const from = newNumber();
    await text(owner, from, "Hello?");
    const [first] = await settled(owner, 1);
    await goesWrong(side, { path: "message-callbacks", drop: true, times: 2 });
    await owner.post(`/messages/${first?.thread_id}`, { do: "send", text: "Hello", request: newId() });
    await until(async () => expect((await textsOf(owner)).at(-1)).toMatchObject({ status: "sent" }));
    const last = async () => (await textsOf(owner)).at(-1);
    const sent = await last();
    const account = await platformAccount(side);
    const addressOf = async (id: string) => {
      const { pathname, search } = new URL(await callAddress(settings(env), account, "message-status", id));
      return pathname + search;
    };
    const named = { id: String(sent?.provider_message_id), from: owner.number, to: from };
    return { owner, last, at: await addressOf(String(sent?.id)), addressOf, named };
  }

  test("a text that comes in means the same", () => {
    const id = newTextId();
    const of = { id, from: "+12125550123", to: "+15035550123" };
    expect(parse.text(contentOf(received({ ...of, words: "Hello 👋" })))).toEqual({
      provider_message_id: id,
      from: of.from,
      to: of.to,
      text: "Hello 👋",
      media: 0,
      is_handled: false,
    });
    const picture = received({ ...of, words: "", media: 2, handled: "STOP" });
    expect(parse.text(contentOf(picture))).toMatchObject({ text: "", media: 2, is_handled: true });
    expect(parse.text(contentOf(received({ ...of, from: "72345", words: "Your code" })))).toMatchObject({
      from: "72345",
    });
    for (const wrong of [{ id: "" }, { to: "nowhere" }, { from: "" }])
      expect(() => parse.text(contentOf(received({ ...of, words: "Hello", ...wrong })))).toThrow();
  });

  test("how far a text is means the same, and an error is told in words", () => {
    const of = { id: newTextId(), from: "+15035550123", to: "+12125550123" };
    const read = (status: string, code?: string) =>
      parse.textReport(contentOf(report({ ...of, status, ...(code && { code }) })));
    for (const [named, status] of Object.entries(statuses))
      expect([named, read(named)]).toEqual([
        named,
        status && {
          provider_message_id: of.id,
          status,
          our_number: of.from,
          why: null,
          has_opted_out: false,
        },
      ]);
    const undelivered = Object.keys(statuses).find((named) => statuses[named] === "undelivered") ?? "";
    expect(read(undelivered, codes.spam)).toMatchObject({
      why: "The person's carrier took it for spam and did not deliver it.",
      has_opted_out: false,
    });
    expect(read(undelivered, codes.opted_out)).toMatchObject({
      why: "This person asked not to get messages.",
      has_opted_out: true,
    });
    expect(read(undelivered, codes.unknown)).toMatchObject({ why: null, has_opted_out: false });
  });

  test("a text is taken with a right signature, and not without one or with another's", async () => {
    const owner = await textedClinic(side, silentAgent);
    const of = { id: newTextId(), from: newNumber(), to: owner.number };
    const post = received({ ...of, words: "Hello" });
    const other = received({ ...of, words: "STOP" });
    for (const signed of [null, { other }])
      expect((await postsText(side, here, post, signed)).status).toBe(403);
    expect(await textsOf(owner)).toEqual([]);
    expect((await postsText(side, here, post)).status).toBe(204);
    // Announced again, hours late: still one text.
    expect((await postsText(side, here, post)).status).toBe(204);
    expect(await textsOf(owner)).toHaveLength(1);
    expect((await postsText(side, here, received({ ...of, to: "nowhere", words: "x" }))).status).toBe(400);
  });

  test.runIf(side.signsTime)("a text that was signed more than five minutes ago is not taken", async () => {
    const owner = await textedClinic(side, silentAgent);
    const post = received({ id: newTextId(), from: newNumber(), to: owner.number, words: "Hello" });
    const late = await postsText(side, here, post, { at: Date.now() - 6 * minute_ms });
    expect([late.status, await textsOf(owner)]).toEqual([403, []]);
  });

  test("a text to a number of no one changes nothing", async () => {
    const post = received({ id: newTextId(), from: newNumber(), to: "+12125559999", words: "STOP" });
    expect((await postsText(side, here, post)).status).toBe(204);
  });

  test("a report is taken at the text's own address alone, and only leads further", async () => {
    const { last, at, addressOf, named, owner } = await sentText();
    const delivered = report({ ...named, status: "delivered" });
    expect((await postsText(side, at, delivered, null)).status).toBe(403);
    // An address that was not given out, for a text of someone else's.
    const bare = `/webhooks/${side.carrier}/message-status/${newId()}`;
    const elsewhere = await postsText(side, bare, delivered);
    expect([204, 403]).toContain(elsewhere.status);
    expect((await postsText(side, await addressOf(newId()), delivered)).status).toBe(204);
    // One that names another message of the carrier's.
    const another = report({ ...named, id: newTextId(), status: "delivered" });
    expect((await postsText(side, at, another)).status).toBe(204);
    expect(await last()).toMatchObject({ status: "sent" });
    expect((await postsText(side, at, delivered)).status).toBe(204);
    expect(await last()).toMatchObject({ status: "delivered" });
    // Late and twice.
    for (const status of ["sent", "delivered"])
      expect((await postsText(side, at, report({ ...named, status }))).status).toBe(204);
    expect(await last()).toMatchObject({ status: "delivered", why: null });
    expect(await textsOf(owner)).toHaveLength(2);
  });

  test("a report that names an opt-out ends the thread and the calls", async () => {
    const { owner, last, at, named } = await sentText();
    const undelivered = Object.keys(statuses).find((word) => statuses[word] === "undelivered") ?? "";
    const refused = report({ ...named, status: undelivered, code: codes.opted_out });
    expect((await postsText(side, at, refused)).status).toBe(204);
    expect(await last()).toMatchObject({ status: "failed", why: "carrier_opt_out" });
    expect(await owner.store.contacts.findByPhone(named.to)).toMatchObject({ status: "do_not_call" });
  });
});
