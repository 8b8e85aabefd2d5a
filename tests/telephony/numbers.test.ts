import { describe, expect, it } from "vitest";
import { organizationBranding } from "#drizzle/control/schema.ts";
import { agentOf } from "../agents/editor-client.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { bought, deeds, holding, indexed, rows } from "./buyer.ts";
import { fault, numberForSale, soldAs } from "./carrier.ts";

describe("searching", () => {
  it("shows numbers as people write them, with place and price, each with its button", async () => {
    const owner = await memberOf();
    const html = await (await owner.get("/numbers/search?area_code=415")).text();
    const text = await pageText(html);
    expect(text).toMatch(/\+1 415 555 01\d\d/);
    expect(text).toContain("San Francisco, CA");
    expect(text).toContain("Included in your trial");
    expect(html).toMatch(/<button[^>]*value="\+1415555\d{4}\|US\|local\|San Francisco\|CA\|[0-9a-f]{64}"/);
  });

  it("stands in the address, wholly", async () => {
    const owner = await memberOf();
    const html = await (await owner.get("/numbers/search?kind=toll_free&digits=0177")).text();
    const text = await pageText(html);
    expect(text).toMatch(/\+1 8\d\d 555 0177/);
    expect(text).toContain("$4 a month + $1 setup");
    expect(text).toContain("Available with a plan");
    expect(html).toMatch(/value="toll_free"[^>]*checked|checked[^>]*value="toll_free"/);
    expect(html).toContain('value="0177"');
  });

  it("for toll-free drops a place that was typed for a local number", async () => {
    const owner = await memberOf();
    const html = await (
      await owner.get("/numbers/search?kind=toll_free&area_code=415&locality=Oakland")
    ).text();
    const text = await pageText(html);
    expect(text).toMatch(/\+1 8\d\d 555 \d{4}/);
    expect(text).not.toContain("No matching numbers");
    expect(html).not.toContain('value="415"');
    const kept = await pageText(
      await (await owner.get("/numbers/search?kind=toll_free&area_code=888")).text(),
    );
    expect(kept).not.toMatch(/\+1 8[0-7]\d 555/);
  });

  it("says when nothing fits", async () => {
    const owner = await memberOf();
    const text = await pageText(
      await (await owner.get("/numbers/search?area_code=415&contains=999999")).text(),
    );
    expect(text).toContain("No matching numbers");
  });

  const areaCodeWords = "Enter a three-digit area code, like 415";
  const digitsWords = "Enter 2 to 10 digits or letters; * matches any digit";
  it.each([
    ["two digits of an area code", "area_code", "41", areaCodeWords, 'value="41"'],
    ["markup for an area code", "area_code", "<b>", areaCodeWords, 'value="&lt;b&gt;"'],
    ["one digit", "digits", "1", digitsWords, 'value="1"'],
    ["ten thousand digits", "digits", "7".repeat(10_000), digitsWords, "7".repeat(10_000)],
    ["an emoji for a city", "locality", "🦷", "Enter a city, like San Francisco", 'value="🦷"'],
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
    expect(text).toContain("The phone carrier didn't respond. Please search again in a moment.");
    expect(text).toContain("Area code");
  });
});

it("an organization without numbers sees how its list will look, as a sample", async () => {
  const owner = await memberOf();
  const text = await pageText(await (await owner.get("/numbers")).text());
  expect(text).toMatch(/Your numbers will appear here.*Sample.*Answering calls.*Front desk/s);
});

it("a search that cannot be asked says what is wrong with it, and not that nothing was found", async () => {
  const owner = await memberOf();
  const text = await pageText(await (await owner.get("/numbers/search?area_code=15")).text());
  expect(text).toContain("Enter a three-digit area code, like 415");
  expect(text).not.toContain("No matching numbers");
});

describe("who answers", () => {
  it("changes with a choice, here and in the index", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner, "receptionist");
    const phone_number = await numberForSale("602");
    const number = await bought(owner, phone_number);
    const before = await pageText(await (await owner.get("/numbers")).text());
    expect(before).toContain("Needs an agent");
    const given = await owner.post("/numbers", { do: "assign", number, agent });
    expect(await pageText(await given.text())).toMatch(
      /Front desk will answer \+1 602 555 \d{4} starting with the next call\./,
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
    expect(await pageText(await answer.text())).toContain("Choose a number and an agent.");
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
      expect(await pageText(await answer.text())).toContain("That agent no longer exists.");
    }
    expect(await rows(owner)).toMatchObject([{ agent_id: null }]);
  });
});

it("says each fact of a number once", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner, "receptionist");
  await bought(owner, await numberForSale("503"), agent);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  for (const person of [owner, member]) {
    const html = await (await person.get("/numbers")).text();
    const [row = ""] = /<tbody[^>]*>.*?<\/tbody>/s.exec(html) ?? [];
    const words = row.replaceAll(/<select.*?<\/select>/gs, "Front desk").replaceAll(/<[^>]+>/g, " ");
    expect(words.match(/Front desk/g)).toHaveLength(1);
    expect(words.match(/Answering calls/g)).toHaveLength(1);
  }
});

describe("giving back", () => {
  it("frees the number everywhere, for somebody else to buy", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("206");
    const number = await bought(owner, phone_number, await agentOf(owner));
    const answer = await owner.post("/numbers", { do: "release", number });
    expect(await pageText(await answer.text())).toMatch(/\+1 206 555 \d{4} was released\./);
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
    expect(await pageText(await answer.text())).toContain("hasn't confirmed the release yet");
    expect(await rows(owner)).toMatchObject([{ id: number, status: "releasing", agent_id: null }]);
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain("Being released");
  });
});

describe("who may", () => {
  it("nobody where the brand hides it: no way leads there, and numbers that are held stay theirs to manage", async () => {
    const agency = await memberOf();
    const owner = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
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
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain(
      "Your numbers will appear here",
    );
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

it("an agency's client sees no prices of numbers, because they are on no bill of its own", async () => {
  const agency = await memberOf({
    organization: { subscription_tier: "agency", subscription_status: "active" },
  });
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  for (const [person, isShown] of [
    [agency, true],
    [client, false],
  ] as const) {
    await holding(person, 1);
    const text = await pageText(await (await person.get("/numbers")).text());
    expect(text).toContain("+1 415 555 0180");
    expect(text.includes("$1.15 a month")).toBe(isShown);
  }
});
