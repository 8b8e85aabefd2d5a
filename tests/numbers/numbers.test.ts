/** Phone numbers: found, bought, answered, given back. */
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents, organizationBranding, phoneNumbers } from "#drizzle/control/schema.ts";
import { agentOf } from "../agents/editor-client.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { fault, numberForSale, pressFor, soldAs } from "./carrier.ts";

/** What a carrier's webhook would find for a number. */
const indexed = (phone_number: string) =>
  controlPlane().select().from(phoneNumbers).where(eq(phoneNumbers.phone_number, phone_number)).get();

/** Buys a number, or what a button of the search posts. */
async function bought(person: Person, wanted: string, agent = ""): Promise<string> {
  const buy = wanted.includes("|") ? wanted : await pressFor(person, wanted);
  const answer = await person.post("/numbers/search", { buy, agent });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "", "https://app.test").searchParams.get("bought") ?? "";
}

/** What the audit trail says that a member did. */
const deeds = async ({ userId, organizationId }: Person) =>
  (
    await controlPlane()
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.actor_id, userId), eq(auditEvents.organization_id, organizationId)))
      .orderBy(auditEvents.id)
  ).map(({ action, target }) => [action, target]);

const rows = (person: Person) => person.store.numbers.list();

describe("searching", () => {
  it("shows numbers as people write them, with place and price, each with its button", async () => {
    const owner = await memberOf();
    const html = await (await owner.get("/numbers/search?area_code=415")).text();
    const text = await pageText(html);
    expect(text).toMatch(/\+1 415 555 01\d\d/);
    expect(text).toContain("San Francisco, CA");
    expect(text).toContain("$1.15 a month");
    expect(html).toMatch(/<button[^>]*value="\+1415555\d{4}\|San Francisco\|CA\|[0-9a-f]{64}"/);
  });

  it("stands in the address, wholly", async () => {
    const owner = await memberOf();
    const html = await (await owner.get("/numbers/search?kind=toll_free&digits=0177")).text();
    const text = await pageText(html);
    expect(text).toMatch(/\+1 8\d\d 555 0177/);
    expect(text).toContain("$2.15 a month");
    expect(html).toMatch(/value="toll_free"[^>]*checked|checked[^>]*value="toll_free"/);
    expect(html).toContain('value="0177"');
  });

  it("says when nothing fits", async () => {
    const owner = await memberOf();
    const text = await pageText(
      await (await owner.get("/numbers/search?area_code=415&contains=999999")).text(),
    );
    expect(text).toContain("No number like that is for sale");
  });

  const areaCodeWords = "An area code has three digits, such as 415";
  const digitsWords = "Two to ten digits or letters; * stands for any digit";
  it.each([
    ["two digits of an area code", "area_code", "41", areaCodeWords, 'value="41"'],
    ["markup for an area code", "area_code", "<b>", areaCodeWords, 'value="&lt;b&gt;"'],
    ["one digit", "digits", "1", digitsWords, 'value="1"'],
    ["ten thousand digits", "digits", "7".repeat(10_000), digitsWords, "7".repeat(10_000)],
    ["an emoji for a city", "locality", "🦷", "Write a city, such as San Francisco", 'value="🦷"'],
    ["a city without end", "locality", "x".repeat(10_000), "At most 60 characters", "x".repeat(10_000)],
  ])("for %s is answered at its field", async (_what, name, value, words, kept) => {
    const owner = await memberOf();
    const answer = await owner.get(`/numbers/search?${new URLSearchParams({ [name]: value })}`);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect((await pageText(html)).includes(words)).toBe(true);
    expect(html.includes(kept)).toBe(true);
    expect(html.includes("<b>")).toBe(false);
  });

  it("while the carrier is down says so, and does not break the page", async () => {
    const owner = await memberOf();
    await fault(owner, { path: "AvailablePhoneNumbers", status: 503 });
    const answer = await owner.get("/numbers/search?area_code=415");
    expect(answer.status).toBe(502);
    const text = await pageText(await answer.text());
    expect(text).toContain(
      "The phone carrier did not answer. Nothing is lost; please search again in a moment.",
    );
    expect(text).toContain("Area code");
  });
});

it("an organization without numbers sees how its list will look, as a sample", async () => {
  const owner = await memberOf();
  const text = await pageText(await (await owner.get("/numbers")).text());
  expect(text).toMatch(/Your numbers will be here.*Sample.*Answered by Front desk/s);
});

it("a search that cannot be asked says what is wrong with it, and not that nothing was found", async () => {
  const owner = await memberOf();
  const text = await pageText(await (await owner.get("/numbers/search?area_code=15")).text());
  expect(text).toContain("An area code has three digits, such as 415");
  expect(text).not.toContain("No number like that");
});

describe("buying", () => {
  it("brings the number into the list, the index and the carrier's book, pointed at us", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner);
    const html = await (await owner.get("/numbers/search?area_code=212")).text();
    const press = /value="(\+1212[^"]+\|New York\|NY\|[0-9a-f]+)"/.exec(html)?.[1] ?? "";
    const phone_number = press.slice(0, 12);
    const id = await bought(owner, press, agent);
    expect(await soldAs(phone_number)).toMatchObject({
      friendly_name: id,
      voice_url: "https://app.test/webhooks/twilio/voice",
      status_callback: "https://app.test/webhooks/twilio/status",
    });
    expect(await indexed(phone_number)).toMatchObject({
      organization_id: owner.organizationId,
      number_id: id,
      agent_name: "Booking desk",
    });
    expect(await rows(owner)).toMatchObject([
      {
        id,
        phone_number,
        status: "active",
        agent_id: agent,
        monthly: { micros: 1_150_000, currency: "USD" },
        place: "New York, NY",
      },
    ]);
    expect(await deeds(owner)).toEqual([
      ["agent.created", agent],
      ["number.bought", id],
    ]);
    const text = await pageText(await (await owner.get(`/numbers?bought=${id}`)).text());
    expect(text).toContain("is yours, and Booking desk answers it. Call it now.");
    expect(text).toContain("Answered by Booking desk");
    const agents = await pageText(await (await owner.get("/agents")).text());
    expect(agents).toContain(`+1 212 555 ${phone_number.slice(-4)}`);
  });

  it("a number that was not offered, in another place, or to somebody else is refused and not bought", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("213");
    const own = await pressFor(owner, phone_number);
    for (const buy of [
      phone_number,
      `${phone_number}|The Moon|CA|${"0".repeat(64)}`,
      own.replace("|||", "|The Moon|CA|"),
      own.replace(phone_number, await numberForSale("614")),
      await pressFor(await memberOf(), phone_number),
    ]) {
      const answer = await owner.post("/numbers/search", { buy });
      expect(answer.status).toBe(422);
      expect(await pageText(await answer.text())).toContain("Choose one of the numbers below.");
    }
    expect(await soldAs(phone_number)).toBeNull();
    expect(await rows(owner)).toEqual([]);
    await bought(owner, own);
  });

  it("more than the plan holds is refused before the carrier is asked, until one is released", async () => {
    const owner = await memberOf();
    const first = await bought(owner, await numberForSale("619"));
    const phone_number = await numberForSale("202");
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain(
      "Before you subscribe you can try everything with one number. Release it first, or choose a plan",
    );
    expect(await soldAs(phone_number)).toBeNull();
    await owner.post("/numbers", { do: "release", number: first });
    await bought(owner, phone_number);
    expect(await deeds(owner)).toHaveLength(3);
  });

  it("a subscribed plan holds its five, and says so to whoever wants a sixth", async () => {
    const owner = await memberOf({ organization: { subscription_status: "active" } });
    for (const last of ["0", "1", "2", "3", "4"])
      await owner.store.numbers.reserve({
        id: crypto.randomUUID(),
        phone_number: `+1415555018${last}`,
        locality: null,
        region: null,
        monthly: { micros: 1_150_000, currency: "USD" },
        agent_id: null,
        created_by: owner.userId,
        now: Date.now(),
      });
    const answer = await owner.post("/numbers/search", {
      buy: await pressFor(owner, await numberForSale("615")),
    });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain(
      "Your plan holds 5 numbers, and you have them all.",
    );
  });

  it("a number that somebody else just took says so and keeps nothing", async () => {
    const owner = await memberOf();
    const rival = await memberOf();
    const phone_number = await numberForSale("305");
    await bought(rival, phone_number);
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("was just taken. Here are others like it.");
    expect(await rows(owner)).toEqual([]);
    expect((await indexed(phone_number))?.organization_id).toBe(rival.organizationId);
  });

  it("one number by two organizations at once gives it to exactly one", async () => {
    const people = [await memberOf(), await memberOf()];
    const phone_number = await numberForSale("312");
    const answers = await Promise.all(
      people.map(async (one) => one.post("/numbers/search", { buy: await pressFor(one, phone_number) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 302)];
    expect((await indexed(phone_number))?.organization_id).toBe(winner?.organizationId);
    expect((await Promise.all(people.map(rows))).flat()).toHaveLength(1);
  });

  it("one number by two colleagues at once buys it once", async () => {
    const owner = await memberOf();
    const colleague = await memberOf({ role: "admin", organizationId: owner.organizationId });
    const phone_number = await numberForSale("404");
    const answers = await Promise.all(
      [owner, colleague].map(async (one) =>
        one.post("/numbers/search", { buy: await pressFor(one, phone_number) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await rows(owner)).toMatchObject([{ phone_number, status: "active" }]);
  });

  it.each([
    ["nothing", {}],
    ["no number", { buy: "" }],
    ["a number elsewhere", { buy: "+442079460018" }],
    ["markup", { buy: "<script>" }],
    ["far too much", { buy: "+1415".padEnd(10_000, "5") }],
    ["an agent that is none", { buy: "+14155550199", agent: "🦷" }],
  ])("%s is refused in words", async (_what, form) => {
    const owner = await memberOf();
    const answer = await owner.post("/numbers/search", form);
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain("Choose one of the numbers below.");
    expect(await rows(owner)).toEqual([]);
  });

  it("for an agent of another organization is refused before the carrier is asked", async () => {
    const owner = await memberOf();
    const foreign = await agentOf(await memberOf());
    const phone_number = await numberForSale("503");
    const answer = await owner.post("/numbers/search", {
      buy: await pressFor(owner, phone_number),
      agent: foreign,
    });
    expect(answer.status).toBe(422);
    expect(await soldAs(phone_number)).toBeNull();
    expect(await rows(owner)).toEqual([]);
  });
});

describe("who answers", () => {
  it("changes with a choice, here and in the index", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner, "receptionist");
    const phone_number = await numberForSale("602");
    const number = await bought(owner, phone_number);
    const before = await pageText(await (await owner.get("/numbers")).text());
    expect(before).toContain("Nobody answers this number yet");
    const given = await owner.post("/numbers", { do: "assign", number, agent });
    expect(await pageText(await given.text())).toMatch(
      /Front desk answers \+1 602 555 \d{4} from the next call on\./,
    );
    expect((await indexed(phone_number))?.agent_name).toBe("Front desk");
    await owner.post("/numbers", { do: "assign", number, agent: "" });
    expect((await indexed(phone_number))?.agent_name).toBeNull();
    expect(await rows(owner)).toMatchObject([{ agent_id: null }]);
    expect((await deeds(owner)).map(([action]) => action)).toEqual([
      "agent.created",
      "number.bought",
      "number.assigned",
      "number.assigned",
    ]);
  });

  it.each([
    ["nothing", {}],
    ["an unknown deed", { do: "explode", number: "0190f000-0000-7000-8000-000000000000" }],
    ["no agent at all", { do: "assign", number: "0190f000-0000-7000-8000-000000000000" }],
    ["markup", { do: "assign", number: "<b>", agent: "" }],
  ])("%s is refused in words", async (_what, form) => {
    const owner = await memberOf();
    const answer = await owner.post("/numbers", form);
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain("Choose a number and who answers it.");
  });

  it("cannot be an agent that was put away or belongs elsewhere", async () => {
    const owner = await memberOf();
    const gone = await agentOf(owner);
    await owner.post(`/agents/${gone}`, { do: "archive" });
    const foreign = await agentOf(await memberOf());
    const number = await bought(owner, await numberForSale("702"));
    for (const agent of [gone, foreign]) {
      const answer = await owner.post("/numbers", { do: "assign", number, agent });
      expect(answer.status).toBe(422);
      expect(await pageText(await answer.text())).toContain("That agent is not there any more.");
    }
    expect(await rows(owner)).toMatchObject([{ agent_id: null }]);
  });
});

describe("giving back", () => {
  it("frees the number everywhere, for somebody else to buy", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("206");
    const number = await bought(owner, phone_number, await agentOf(owner));
    const answer = await owner.post("/numbers", { do: "release", number });
    expect(await pageText(await answer.text())).toMatch(/\+1 206 555 \d{4} went back to the phone carrier\./);
    expect(await soldAs(phone_number)).toBeNull();
    expect(await indexed(phone_number)).toBeUndefined();
    expect(await deeds(owner)).toContainEqual(["number.released", number]);
    expect(await rows(owner)).toEqual([]);
    expect((await owner.post("/numbers", { do: "release", number })).status).toBe(404);
    const next = await memberOf();
    await bought(next, phone_number);
    expect((await indexed(phone_number))?.organization_id).toBe(next.organizationId);
  });

  it("while the carrier is down stops answering at once and says what is open", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("617");
    const number = await bought(owner, phone_number, await agentOf(owner));
    await fault(owner, { path: "IncomingPhoneNumbers/", status: 500 });
    const answer = await owner.post("/numbers", { do: "release", number });
    expect(await pageText(await answer.text())).toContain(
      "has not confirmed yet that it took the number back",
    );
    expect(await rows(owner)).toMatchObject([{ id: number, status: "releasing", agent_id: null }]);
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain("Being released");
  });
});

describe("who may", () => {
  it("nobody where the brand hides it: no way leads there, and numbers that are held stay theirs to manage", async () => {
    const owner = await memberOf();
    await agentOf(owner);
    const number = await bought(owner, await numberForSale("614"));
    await controlPlane().insert(organizationBranding).values({
      organization_id: owner.organizationId,
      hide_purchase_numbers: true,
      updated_at: Date.now(),
    });
    for (const path of ["/numbers", "/agents"]) {
      const html = await (await owner.get(path)).text();
      expect(html).not.toContain('href="/numbers/search');
      expect(html).not.toContain("Get a number");
    }
    expect((await owner.post("/numbers", { do: "release", number })).status).toBe(200);
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain("Your numbers will be here");
  });

  it("a member sees numbers and neither buys, assigns nor releases", async () => {
    const owner = await memberOf();
    const number = await bought(owner, await numberForSale("216"));
    for (const role of ["member", "viewer"] as const) {
      const person = await memberOf({ role, organizationId: owner.organizationId });
      const html = await (await person.get("/numbers")).text();
      expect(html).toContain("+1 216 555 ");
      expect(html).not.toContain('name="number"');
      expect((await person.get("/numbers/search")).status).toBe(403);
      expect((await person.post("/numbers/search", { buy: "+14155550101" })).status).toBe(403);
      expect((await person.post("/numbers", { do: "release", number })).status).toBe(403);
      expect((await person.post("/numbers", { do: "assign", number, agent: "" })).status).toBe(403);
    }
    expect(await rows(owner)).toMatchObject([{ status: "active" }]);
  });

  it("another organization's number is not there", async () => {
    const owner = await memberOf();
    const stranger = await memberOf();
    const number = await bought(owner, await numberForSale("713"));
    expect((await stranger.post("/numbers", { do: "release", number })).status).toBe(404);
    expect((await stranger.post("/numbers", { do: "assign", number, agent: "" })).status).toBe(404);
    expect(await rows(owner)).toMatchObject([{ id: number, status: "active" }]);
  });
});
