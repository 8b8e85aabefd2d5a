/** Buying a number: once, by one, within the plan, and only what was offered. */
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { organizationMembers, organizations, rateCounters, users } from "#drizzle/control/schema.ts";
import { agentOf } from "../agents/editor-client.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { bought, deeds, holding, indexed, rows } from "./buyer.ts";
import { numberForSale, pressFor, soldAs } from "./carrier.ts";

describe("buying", () => {
  it("brings the number into the list, the index and the carrier's book, pointed at us", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner);
    const html = await (await owner.get("/numbers/search?area_code=212")).text();
    const press = /value="(\+1212[^"]+\|US\|local\|New York\|NY\|[0-9a-f]+)"/.exec(html)?.[1] ?? "";
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
        monthly: { micros: 0, currency: "USD" },
        place: "New York, NY",
      },
    ]);
    expect(await deeds(owner)).toEqual([
      ["agent.created", agent],
      ["number.bought", id],
    ]);
    const text = await pageText(await (await owner.get(`/numbers?bought=${id}`)).text());
    expect(text).toContain("is yours, and Booking desk answers it. Give it a call.");
    expect(text).toContain("Answering calls");
    const agents = await pageText(await (await owner.get("/agents")).text());
    expect(agents).toContain(`+1 212 555 ${phone_number.slice(-4)}`);
  });

  it("a number that was not offered, in another place, or to somebody else is refused and not bought", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("213");
    const own = await pressFor(owner, phone_number);
    for (const buy of [
      phone_number,
      `${phone_number}|US|local|The Moon|CA|${"0".repeat(64)}`,
      own.replace("|||", "|The Moon|CA|"),
      own.replace("|US|", "|CA|"),
      own.replace("|local|", "|toll_free|"),
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
    await holding(owner, 4);
    const phone_number = await numberForSale("202");
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain(
      "You've used all 5 numbers in your trial. Release one first, or choose the Growth plan under Plan and usage.",
    );
    expect(await soldAs(phone_number)).toBeNull();
    await owner.post("/numbers", { do: "release", number: first });
    await bought(owner, phone_number);
    expect(await rows(owner)).toHaveLength(5);
  });

  it("buying and releasing over and over ends after the plan's numbers and two more in a day", async () => {
    const owner = await memberOf();
    for (const area of ["619", "202", "615", "312", "404", "503", "213"]) {
      const id = await bought(owner, await numberForSale(area));
      await owner.post("/numbers", { do: "release", number: id });
    }
    const phone_number = await numberForSale("614");
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(429);
    expect(await pageText(await answer.text())).toContain(
      "Nothing was bought. You can get another one in 24 hours.",
    );
    expect(await soldAs(phone_number)).toBeNull();
    await bought(await memberOf(), phone_number);
  });

  describe("by owners who never paid", () => {
    /** Two people, and the first one owns the organization of the second too. */
    const owners = async (): Promise<[owner: Person, partner: Person]> => {
      const [owner, partner] = [await memberOf(), await memberOf()];
      await controlPlane().insert(organizationMembers).values({
        organization_id: partner.organizationId,
        user_id: owner.userId,
        role: "owner",
        created_at: Date.now(),
      });
      return [owner, partner];
    };
    const buying = async (person: Person, areaCode: string) =>
      person.post("/numbers/search", { buy: await pressFor(person, await numberForSale(areaCode)) });

    it("is for one organization only, until it has given its numbers back", async () => {
      const [owner, partner] = await owners();
      const number = await bought(owner, await numberForSale("213"));
      await bought(owner, await numberForSale("305"));
      const refused = await buying(partner, "312");
      expect(refused.status).toBe(409);
      expect(await pageText(await refused.text())).toContain(
        "Until you subscribe, you can have numbers in only one organization.",
      );
      expect(await rows(partner)).toEqual([]);
      const held = await rows(owner);
      for (const { id } of held) await owner.post("/numbers", { do: "release", number: id });
      expect(held.map(({ id }) => id)).toContain(number);
      expect(await rows(owner)).toEqual([]);
      await controlPlane().update(users).set({ numbers_claimed_at: 0 }).where(eq(users.id, owner.userId));
      expect((await buying(partner, "404")).status).toBe(302);
      expect((await buying(owner, "615")).status).toBe(409);
    });

    it("is for one organization only, also when its founder has handed it on", async () => {
      const [owner, heir] = [await memberOf(), await memberOf()];
      const founded = (organizationId: string) =>
        controlPlane()
          .update(organizations)
          .set({ created_by: owner.userId })
          .where(eq(organizations.id, organizationId));
      await founded(owner.organizationId);
      await bought(owner, await numberForSale("213"));
      const handed = [
        eq(organizationMembers.organization_id, owner.organizationId),
        eq(organizationMembers.user_id, owner.userId),
      ];
      await controlPlane().insert(organizationMembers).values({
        organization_id: owner.organizationId,
        user_id: heir.userId,
        role: "owner",
        created_at: Date.now(),
      });
      await controlPlane()
        .update(organizationMembers)
        .set({ role: "admin" })
        .where(and(...handed));
      const another = await memberOf();
      await founded(another.organizationId);
      expect((await buying(another, "312")).status).toBe(409);
      expect(await rows(another)).toEqual([]);
    });

    it("in two organizations at once brings numbers into one of them", async () => {
      const [owner, partner] = await owners();
      const answers = await Promise.all([buying(owner, "503"), buying(partner, "415")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
      expect((await Promise.all([owner, partner].map(rows))).flat()).toHaveLength(1);
    });

    it("is free in both once one of them is subscribed", async () => {
      const [owner, partner] = await owners();
      await controlPlane()
        .update(organizations)
        .set({ subscription_status: "active" })
        .where(eq(organizations.id, owner.organizationId));
      expect((await buying(owner, "213")).status).toBe(302);
      expect((await buying(partner, "305")).status).toBe(302);
    });

    it("ends at one organization's numbers a day, whichever organizations one person buys for", async () => {
      const owner = await memberOf();
      await controlPlane()
        .insert(rateCounters)
        .values({ key: `number-purchases-unpaid:${owner.userId}`, window_start: Date.now(), count: 7 });
      expect((await buying(owner, "312")).status).toBe(429);
    });
  });

  it("what was not sold does not count as bought", async () => {
    const [owner, rival] = [await memberOf(), await memberOf()];
    const taken = await numberForSale("404");
    await bought(rival, taken);
    for (let tries = 0; tries < 4; tries++)
      expect((await owner.post("/numbers/search", { buy: await pressFor(owner, taken) })).status).toBe(409);
    await bought(owner, await numberForSale("213"));
  });

  it("an organization searches a hundred times a minute and no more, whoever of it searches, and another is not held up", async () => {
    const owner = await memberOf();
    const colleague = await memberOf({ role: "admin", organizationId: owner.organizationId });
    await controlPlane()
      .insert(rateCounters)
      .values({ key: `carrier-requests:${owner.organizationId}`, window_start: Date.now(), count: 98 });
    const search = async (person: Person) => (await person.get("/numbers/search?area_code=212")).status;
    const statuses = await Promise.all([owner, colleague, owner, colleague].map(search));
    expect(statuses.sort()).toEqual([200, 200, 429, 429]);
    expect(await search(await memberOf())).toBe(200);
    const answer = await owner.post("/numbers/search", {
      buy: await pressFor(owner, await numberForSale("213")),
    });
    expect(answer.status).toBe(429);
  });

  it("a subscribed plan holds its five, and says so to whoever wants a sixth", async () => {
    const owner = await memberOf({ organization: { subscription_status: "active" } });
    await holding(owner, 5);
    const answer = await owner.post("/numbers/search", {
      buy: await pressFor(owner, await numberForSale("615")),
    });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("You've used all 5 numbers in your plan.");
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
