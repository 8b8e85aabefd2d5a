/** Webhooks by the API: added, read, changed, tested, given another secret, deleted. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { z } from "zod";
import { memberOf } from "../support/people.ts";
import { address, receivedBy, until } from "../webhooks/arrange.ts";
import { ask, jsonOf, keyOf, problemOf } from "./arrange.ts";

const added = z.object({ id: z.uuid(), secret: z.string().startsWith("whsec_") });
const deliveriesShape = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) });

test("a program adds a webhook, tests it, reads what came of it, and deletes it", async () => {
  const owner = await memberOf();
  const key = await keyOf(owner);
  const { host, url } = await address();
  const body = { name: "Ours", url, events: ["call.ended"] };
  const made = await ask(key, "/webhooks", { method: "POST", body });
  expect(made.status).toBe(201);
  const { id, secret } = added.parse(await jsonOf(made));
  expect(await jsonOf(await ask(key, `/webhooks/${id}`))).toMatchObject({
    ...body,
    is_enabled: true,
    failures: 0,
  });
  const sent = await ask(key, `/webhooks/${id}/test`, { method: "POST", body: { event: "call.ended" } });
  expect(sent.status).toBe(202);
  const [got] = await receivedBy(host, 1);
  new Webhook(secret).verify(got?.body ?? "", got?.headers ?? {});
  const log = async () =>
    deliveriesShape.parse(await jsonOf(await ask(key, `/webhooks/${id}/deliveries`))).data;
  await until(async () => expect(await log()).toMatchObject([{ status: "delivered" }]));
  const [delivery] = await log();
  const again = await ask(key, `/webhooks/${id}/deliveries/${delivery?.id}/replay`, { method: "POST" });
  expect(again.status).toBe(202);
  await receivedBy(host, 2);
  const rotated = await ask(key, `/webhooks/${id}/secret`, { method: "POST" });
  expect(await rotated.text()).not.toContain(secret);
  const off = await ask(key, `/webhooks/${id}`, {
    method: "PATCH",
    body: { is_enabled: false, name: "Theirs" },
  });
  expect(await jsonOf(off)).toMatchObject({ name: "Theirs", url, is_enabled: false });
  const refused = await ask(key, `/webhooks/${id}/test`, { method: "POST", body: { event: "call.ended" } });
  expect(await problemOf(refused)).toMatchObject({ status: 409 });
  expect((await ask(key, `/webhooks/${id}`, { method: "DELETE" })).status).toBe(204);
  expect(await problemOf(await ask(key, `/webhooks/${id}`))).toMatchObject({ status: 404 });
});

test("an address inside a network, an unknown event and a key without the scope are refused", async () => {
  const owner = await memberOf();
  const key = await keyOf(owner);
  for (const url of ["https://10.0.0.1/", "https://app.test/hooks", "http://example.com/"]) {
    const answer = await ask(key, "/webhooks", {
      method: "POST",
      body: { name: "A", url, events: ["call.ended"] },
    });
    expect(await problemOf(answer), url).toMatchObject({ status: 422, errors: [{ path: "body.url" }] });
  }
  const url = "https://hooks.sandbox.test/";
  const unknown = { name: "A", url, events: ["no.such"] };
  expect(await problemOf(await ask(key, "/webhooks", { method: "POST", body: unknown }))).toMatchObject({
    status: 422,
  });
  const reading = await keyOf(owner, { access: "chosen", scopes: ["calls.read"] });
  const body = { name: "A", url, events: ["call.ended"] };
  expect((await ask(reading, "/webhooks", { method: "POST", body })).status).toBe(403);
  const managing = await keyOf(owner, { access: "chosen", scopes: ["webhooks.manage", "contacts.read"] });
  const deaf = await ask(managing, "/webhooks", { method: "POST", body });
  expect(await problemOf(deaf)).toMatchObject({
    code: "insufficient_scope",
    detail: expect.stringContaining("calls.read_persons"),
  });
  const contacts = { name: "A", url: (await address()).url, events: ["contact.created"] };
  const made = await ask(managing, "/webhooks", { method: "POST", body: contacts });
  const { id } = added.parse(await jsonOf(made));
  const wider = { method: "PATCH", body: { events: ["message.received"] } };
  expect((await ask(managing, `/webhooks/${id}`, wider)).status).toBe(403);
  expect((await ask(reading, "/webhooks")).status).toBe(403);
});
