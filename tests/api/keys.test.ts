/** /integrations/keys: a key is shown once, kept as a hash, and ends when it is revoked. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sha256 } from "#app/platform/crypto.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { ask, keyOf, keysPage } from "./arrange.ts";

const rowsOf = ({ organizationId }: Person) =>
  controlPlane().select().from(control.apiKeys).where(eq(control.apiKeys.organization_id, organizationId));
const pageOf = async (person: Person) => pageText(await (await person.get(keysPage)).text());

test("a key is shown once, kept as a hash, listed with what it may do, and audited without itself", async () => {
  const owner = await memberOf();
  expect(await pageOf(owner)).toContain("No keys yet");
  const key = await keyOf(owner, {
    name: "Till",
    access: "chosen",
    scopes: ["agents.read", "clients.guess"],
  });
  const [row] = await rowsOf(owner);
  expect(row).toMatchObject({
    name: "Till",
    prefix: key.slice(0, 16),
    scopes: ["agents.read"],
    last_used_at: null,
  });
  expect(row?.secret_hash).toBe(await sha256(key));
  expect(JSON.stringify(row)).not.toContain(key.slice(17));
  const shown = await (await owner.get(keysPage)).text();
  expect(shown).not.toContain(key);
  expect(await pageText(shown)).toContain("See agents");
  expect(await pageText(shown)).toContain("Not used yet");
  expect((await ask(key, "/agents")).status).toBe(200);
  const audit = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(audit.map(({ action }) => action)).toContain("api_key.made");
  expect(JSON.stringify(audit)).not.toContain(key.slice(17));
});

test("a revoked key is refused at once", async () => {
  const owner = await memberOf();
  const key = await keyOf(owner);
  const [row] = await rowsOf(owner);
  const answer = await owner.post(keysPage, { intent: "revoke", id: row?.id ?? "" });
  expect(answer.headers.get("location")).toBe(`${keysPage}?done=revoked`);
  expect((await ask(key, "/agents")).status).toBe(401);
  expect(await pageOf(owner)).toContain("No keys yet");
  expect((await owner.post(keysPage, { intent: "revoke", id: row?.id ?? "" })).status).toBe(404);
});

test("another organization's key cannot be revoked", async () => {
  const owner = await memberOf();
  const key = await keyOf(owner);
  const [row] = await rowsOf(owner);
  expect((await (await memberOf()).post(keysPage, { intent: "revoke", id: row?.id ?? "" })).status).toBe(404);
  expect((await ask(key, "/agents")).status).toBe(200);
});

test.each([
  [{ name: "", access: "all", days: "30" }, "Enter a name"],
  [{ name: "Till", access: "chosen", days: "30" }, "Choose at least one"],
  [{ name: "Till", access: "all", days: "31" }, "Choose when the key expires"],
  [{ name: "x".repeat(61), access: "all", days: "30" }, "At most 60 characters"],
])("%o makes no key", async (form, words) => {
  const owner = await memberOf();
  const answer = await owner.post(keysPage, { intent: "make", ...form });
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await rowsOf(owner)).toEqual([]);
});

test("an old proof of identity makes no key, and asks for a new one", async () => {
  const owner = await memberOf();
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 3_600_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  expect(await pageOf(owner)).toContain("Confirm it's you");
  const answer = await owner.post(keysPage, { intent: "make", name: "Till", access: "all", days: "30" });
  expect(answer.status).toBe(403);
  expect(await rowsOf(owner)).toEqual([]);
});
