/** What an agency that withholds "Calls" from a role keeps from it: calls, callers and messages, on every page and feed. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall, leftMessage } from "../calls/arrange.ts";
import { agencyOwner, press } from "../clients/arrange.ts";
import { controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const caller = "+12125550001";

/** An agency with a client that has a finished call and a message of one caller, and a member of the client. */
async function calledClient() {
  const agency = await agencyOwner();
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  await ended(client, finishedCall({ other_number: caller }));
  await client.store.messages.take(leftMessage({ phone_number: caller }));
  const [message] = await rows(client, "select id from messages");
  const member = await memberOf({ role: "member", organizationId: client.organizationId });
  return { agency, client, member, message: String(message?.id) };
}

const knock = (person: Person) =>
  person.get(`/live?organization_id=${person.organizationId}`, { upgrade: "websocket", origin });

const withhold = (agency: Person, client: Person, ...withheld: string[]) =>
  press(agency, client, "sections", { withheld });

test("a member without calls begins elsewhere, and no page or feed shows a caller", async () => {
  const { agency, client, member } = await calledClient();
  expect(await (await member.get("/dashboard")).text()).toMatch(/\+1.212.555.0001/);
  await withhold(agency, client, "calls:member");
  for (const path of ["/dashboard", "/dash", "/analytics"])
    for (const asked of [path, `${path}?messages=all`]) {
      const answer = await member.get(asked);
      expect([answer.status, answer.headers.get("location")], asked).toEqual([302, "/agents"]);
      expect(await (await member.get(asked.replace(path, `${path}.data`))).text()).not.toContain("0001");
    }
  for (const path of ["/call-history", "/call-history/new?after=0", "/search?q=212", "/call-history.data"])
    expect((await member.get(path)).status, path).toBe(404);
  expect((await knock(member)).status).toBe(403);
  expect(await (await member.get("/agents")).text()).not.toContain('href="/dashboard"');
  // The owner of the client is of another role.
  expect(await (await client.get("/dashboard")).text()).toMatch(/\+1.212.555.0001/);
  expect((await knock(client)).status).toBe(101);
});

test("a member without calls finishes no message", async () => {
  const { agency, client, member, message } = await calledClient();
  await withhold(agency, client, "calls:member");
  expect((await member.post("/dashboard", { do: "done", message })).status).toBe(404);
  expect(await (await client.get("/dashboard?messages=all")).text()).toContain("Hank Sorensen");
});

test("an open feed ends when the agency withholds calls", async () => {
  const { agency, client, member } = await calledClient();
  const { webSocket } = await knock(member);
  const closed = new Promise<number>((resolve) =>
    webSocket?.addEventListener("close", ({ code }) => resolve(code)),
  );
  webSocket?.accept();
  await withhold(agency, client, "calls:member");
  expect(await closed).toBe(4003);
});

test("a member without calls, agents and numbers begins with their organizations", async () => {
  const { agency, client, member } = await calledClient();
  await withhold(agency, client, "calls:member", "agents:member", "numbers:member");
  expect((await member.get("/dashboard")).headers.get("location")).toBe("/organizations");
  await withhold(agency, client, "calls:member", "agents:member");
  expect((await member.get("/dashboard")).headers.get("location")).toBe("/numbers");
});

test("a client that stands alone has nothing withheld", async () => {
  const { agency, client, member } = await calledClient();
  await withhold(agency, client, "calls:member");
  await press(agency, client, "move");
  const row = await controlPlane()
    .select({ withheld: control.organizations.withheld_sections })
    .from(control.organizations)
    .where(eq(control.organizations.id, client.organizationId))
    .get();
  expect(row?.withheld).toBeNull();
  expect((await member.get("/dashboard")).status).toBe(200);
});
