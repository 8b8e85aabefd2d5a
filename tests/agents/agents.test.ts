/** Agents: from nothing to one that answers, edited by several people, put away. */
import { describe, expect, it } from "vitest";
import { agentKinds } from "#app/agents/agent-terms.schema.ts";
import { newId } from "#app/platform/id.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { agentOf, openEditor, save } from "./editor-client.ts";

const spec = async (person: Awaited<ReturnType<typeof memberOf>>, id: string) =>
  (await person.store.agents.find(id))?.spec;

describe("an organization without agents", () => {
  it("is offered the three starting points, each one press away", async () => {
    const owner = await memberOf();
    const text = await pageText(await (await owner.get("/agents")).text());
    for (const words of ["Use Receptionist", "Use Appointment booking", "Use Lead qualification"])
      expect(text).toContain(words);
  });

  it("sees how its list will look, as a sample that leads nowhere", async () => {
    for (const role of ["owner", "viewer"] as const) {
      const html = await (await (await memberOf({ role })).get("/agents")).text();
      expect(html).toContain("Sample agents");
      expect(html).not.toContain("/agents/sample");
    }
  });

  it.each(agentKinds)(
    "gets a complete %s that greets by whatever its organization is called",
    async (kind) => {
      const owner = await memberOf({ organization: { name: "Brightsmile & Söhne <b>" } });
      const id = await agentOf(owner, kind);
      const made = await spec(owner, id);
      expect(made?.kind).toBe(kind);
      expect(made?.greeting).toContain("Thanks for calling {organization}");
      expect(made?.fields.length).toBeGreaterThan(2);
      expect(made?.knowledge.length).toBeGreaterThan(1);
      const page = await openEditor(owner, id);
      expect(page.status).toBe(200);
      expect(page.html).not.toContain("Söhne <b>");
      expect((await save(owner, id, page.values)).status).toBe(302);
      expect(await spec(owner, id)).toEqual(made);
    },
  );

  it("gives a second agent from the same starting point a name of its own", async () => {
    const owner = await memberOf();
    await agentOf(owner, "receptionist");
    await agentOf(owner, "receptionist");
    expect((await owner.store.agents.names()).map(({ name }) => name)).toEqual([
      "Front desk",
      "Front desk 2",
    ]);
  });

  it("is told so when the starting point does not exist", async () => {
    const owner = await memberOf();
    for (const kind of ["", "<script>", "🦷", "x".repeat(10_000)]) {
      const answer = await owner.post("/agents/new", { kind });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("Choose one of the starting points.");
    }
    expect(await owner.store.agents.names()).toEqual([]);
  });
});

describe("the list of agents", () => {
  it("shows what each did in the last seven days and leads to the way to a number", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const html = await (await owner.get("/agents")).text();
    expect(html).toContain(`href="/agents/${id}"`);
    expect(html).toContain(`href="/numbers/search?agent=${id}"`);
    expect(await pageText(html)).toContain("1 agent · no calls in the last 7 days, no appointments booked.");
  });

  it("costs one trip to the organization", async () => {
    const owner = await memberOf();
    await agentOf(owner);
    const timing = (await owner.get("/agents")).headers.get("server-timing") ?? "";
    expect(timing).toContain('objects;desc="1"');
    expect(timing).toContain('d1;desc="1"');
  });
});

describe("saving", () => {
  it("makes a new draft that says what was written", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const { values } = await openEditor(owner, id);
    values.set("name", "Night desk");
    values.set("greeting", "Good evening, {organization} here.");
    values.set("transfer.phone_number", "(415) 555-0100");
    expect((await save(owner, id, values)).headers.get("location")).toBe(`/agents/${id}`);
    const saved = await owner.store.agents.find(id);
    expect(saved?.version).toBe(2);
    expect(saved?.spec.name).toBe("Night desk");
    expect(saved?.spec.actions.transfer?.phone_number).toBe("+14155550100");
    const text = await pageText((await openEditor(owner, id)).html);
    expect(text).toContain("Draft: 3 changes not published");
    expect(text).toContain("No number yet · version 1, draft saved just now");
  });

  it("over a version that somebody else has saved changes nothing and loses nothing", async () => {
    const owner = await memberOf();
    const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
    const id = await agentOf(owner);
    const mine = (await openEditor(owner, id)).values;
    const theirs = (await openEditor(colleague, id)).values;
    theirs.set("greeting", "Their greeting.");
    await save(colleague, id, theirs);

    mine.set("greeting", "My greeting.");
    const refused = await save(owner, id, mine);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain("My greeting.");
    expect(await pageText(html)).toContain("Someone else saved the draft");
    expect((await spec(owner, id))?.greeting).toBe("Their greeting.");

    mine.set("over", "2");
    expect((await save(owner, id, mine)).status).toBe(302);
    expect((await spec(owner, id))?.greeting).toBe("My greeting.");
    expect((await owner.store.agents.find(id))?.version).toBe(3);
  });

  it("by two people at once makes one new draft", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const { values } = await openEditor(owner, id);
    const answers = await Promise.all([save(owner, id, values), save(owner, id, values)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect((await owner.store.agents.find(id))?.version).toBe(2);
  });

  it("without a version that can be read changes nothing, and asks what to do with what was typed", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    for (const [name, version] of [
      ["version", ""],
      ["version", "soon"],
      ["version", "-1"],
      ["version", "1e99"],
      ["over", "soon"],
      ["over", "9".repeat(400)],
    ] as const) {
      const { values } = await openEditor(owner, id);
      values.set("greeting", "Typed with care.");
      values.set(name, version);
      const answer = await save(owner, id, values);
      expect(answer.status, `${name} ${version}`).toBe(409);
      const html = await answer.text();
      expect(html).toContain("Typed with care.");
      expect(await pageText(html)).toContain("Someone else saved the draft");
    }
    expect((await owner.store.agents.find(id))?.version).toBe(1);
  });
});

describe("copying and putting away", () => {
  it("a copy answers no number and changes apart from its original", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const answer = await owner.post(`/agents/${id}`, { do: "duplicate" });
    const copy = (answer.headers.get("location") ?? "").slice("/agents/".length);
    expect((await owner.store.agents.find(copy))?.spec.name).toBe("Booking desk copy");
    expect((await owner.store.agents.find(copy))?.spec.fields).toEqual((await spec(owner, id))?.fields);
  });

  it("neither a new one nor a copy goes past what the plan holds", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    for (let count = 1; count < 10; count++) await agentOf(owner, "receptionist");
    for (const answer of [
      await owner.post("/agents/new", { kind: "receptionist" }),
      await owner.post(`/agents/${id}`, { do: "duplicate" }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await pageText(await answer.text())).toContain("You've used all the agents in your plan.");
    }
    await owner.post(`/agents/${id}`, { do: "archive" });
    await agentOf(owner);
    expect(await owner.store.agents.names()).toHaveLength(10);
  });

  it("an agent that is put away leaves the list and its page", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const to = (await owner.post(`/agents/${id}`, { do: "archive" })).headers.get("location") ?? "";
    expect(await pageText(await (await owner.get(to)).text())).toContain("Agent archived.");
    expect((await owner.get(`/agents/${id}`)).status).toBe(404);
    expect(await owner.store.agents.names()).toEqual([]);
  });

  it("an agent that a number rings at stays, and says which", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    await owner.store.numbers.reserve({
      id: newId(),
      country: "US",
      provider: "twilio",
      phone_number: "+14155550142",
      locality: null,
      region: null,
      monthly: { micros: 1, currency: "USD" },
      agent_id: id,
      created_by: owner.userId,
      now: Date.now(),
    });
    const answer = await owner.post(`/agents/${id}`, { do: "archive" });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("It still answers +1 415 555 0142.");
    expect(await owner.store.agents.find(id)).not.toBeNull();
  });
});

describe("who may", () => {
  it("a viewer sees agents and changes nothing", async () => {
    const owner = await memberOf();
    const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
    const id = await agentOf(owner);
    const { values, html } = await openEditor(owner, id);
    expect((await viewer.get("/agents")).status).toBe(200);
    const seen = await (await viewer.get(`/agents/${id}`)).text();
    expect(seen).not.toContain("Save draft");
    expect(html).toContain("Save draft");
    expect((await viewer.get("/agents/new")).status).toBe(403);
    expect((await viewer.post("/agents/new", { kind: "receptionist" })).status).toBe(403);
    expect((await save(viewer, id, values)).status).toBe(403);
    for (const deed of ["call", "duplicate", "archive"])
      expect((await viewer.post(`/agents/${id}`, { do: deed })).status).toBe(403);
    expect((await owner.store.agents.find(id))?.version).toBe(1);
  });

  it("another organization's agent is not there, whatever is tried", async () => {
    const owner = await memberOf();
    const stranger = await memberOf();
    const id = await agentOf(owner);
    const { values } = await openEditor(owner, id);
    expect((await stranger.get(`/agents/${id}`)).status).toBe(404);
    values.set("organization_id", stranger.organizationId);
    expect((await save(stranger, id, values)).status).toBe(404);
    values.set("do", "call");
    expect((await stranger.post(`/agents/${id}`, values)).status).toBe(404);
    for (const deed of ["duplicate", "archive"])
      expect((await stranger.post(`/agents/${id}`, { do: deed })).status).toBe(404);
    expect((await owner.store.agents.find(id))?.version).toBe(1);
    expect(await stranger.store.agents.names()).toEqual([]);
  });
});
