/** A purchase or a release that was interrupted is finished or undone, wherever it stopped. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { settings } from "#app/platform/env.server.ts";
import { usualAccount } from "#app/telephony/carriers/carriers.server.ts";
import { reconcileNumber } from "#app/telephony/numbers.server.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";
import { agentOf, openEditor, publish, save } from "../agents/editor-client.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { fault, numberForSale, pressFor, soldAs, strandedPurchase } from "./carrier.ts";

const indexed = (phone_number: string) =>
  controlPlane().select().from(phoneNumbers).where(eq(phoneNumbers.phone_number, phone_number)).get();

const check = ({ organizationId }: Person, number_id: string) =>
  reconcileNumber(env, { organization_id: organizationId, number_id });

const statusOf = async (person: Person, id: string) => (await person.store.numbers.find(id))?.status;

describe("a purchase that stopped", () => {
  it("before the carrier was asked is undone", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("415");
    const id = await strandedPurchase(owner, phone_number);
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("failed");
    expect(await indexed(phone_number)).toBeUndefined();
  });

  it("after the carrier had sold is finished, with the agent that was chosen", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner);
    const phone_number = await numberForSale("213");
    const id = await strandedPurchase(owner, phone_number, { agent_id: agent });
    await usualAccount(settings(env)).client.numbers.buy({
      phone_number,
      number_id: id,
      country: "US",
      kind: "local",
    });
    await check(owner, id);
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("active");
    expect(await indexed(phone_number)).toMatchObject({
      organization_id: owner.organizationId,
      number_id: id,
      agent_name: "Booking desk",
    });
  });

  it("is not taken for another's purchase of the same number", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("215");
    const id = await strandedPurchase(owner, phone_number);
    const rival = await memberOf();
    await rival.post("/numbers/search", { buy: await pressFor(rival, phone_number) });
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("failed");
    expect((await indexed(phone_number))?.organization_id).toBe(rival.organizationId);
  });

  it("is left alone while it may still be under way", async () => {
    const owner = await memberOf();
    const id = await strandedPurchase(owner, await numberForSale("314"), { age_ms: 0 });
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("buying");
  });

  it("waits for a carrier that does not answer, and is undone when it does", async () => {
    const owner = await memberOf();
    const id = await strandedPurchase(owner, await numberForSale("317"));
    await fault(owner, { path: "IncomingPhoneNumbers.json", status: 503 });
    await expect(check(owner, id)).rejects.toMatchObject({ code: "carrier_unavailable" });
    expect(await statusOf(owner, id)).toBe("buying");
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("failed");
  });
});

describe("the check of a number", () => {
  it("comes by itself when it is due: from the timer through the queue to an answer", async () => {
    const owner = await memberOf();
    const id = await strandedPurchase(owner, await numberForSale("401"), { age_ms: 180_000 });
    await vi.waitFor(async () => expect(await statusOf(owner, id)).toBe("failed"), {
      timeout: 20_000,
      interval: 200,
    });
  });
});

describe("a purchase that was given up", () => {
  it("and went through after all is given back, so that nobody pays for it", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("410");
    const id = await strandedPurchase(owner, phone_number);
    await owner.store.numbers.fail({ id, isSure: false, now: Date.now() - 90_000 });
    await usualAccount(settings(env)).client.numbers.buy({
      phone_number,
      number_id: id,
      country: "US",
      kind: "local",
    });
    await check(owner, id);
    expect(await soldAs(phone_number)).toBeNull();
    expect(await statusOf(owner, id)).toBe("failed");
    expect(await indexed(phone_number)).toBeUndefined();
  });
});

describe("a carrier that fails in the middle of a purchase", () => {
  it("and sold nothing leaves nothing behind", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("303");
    await fault(owner, { path: "IncomingPhoneNumbers.json", status: 500 });
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(502);
    expect(await pageText(await answer.text())).toContain("The phone carrier didn't respond.");
    expect(await owner.store.numbers.list()).toEqual([]);
    expect(await soldAs(phone_number)).toBeNull();
    expect((await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) })).status).toBe(
      302,
    );
  });

  it("and cannot be asked what it did keeps the number waiting until it can", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("512");
    await fault(owner, { path: "IncomingPhoneNumbers.json", drop: true, times: 2 });
    const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    expect(answer.status).toBe(502);
    expect(await owner.store.numbers.list()).toMatchObject([{ phone_number, status: "buying" }]);
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain("Waiting for the carrier");
  });
});

describe("a release that stopped", () => {
  it("is finished by its check, and again changes nothing", async () => {
    const owner = await memberOf();
    const phone_number = await numberForSale("718");
    await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
    const [number] = await owner.store.numbers.list();
    const id = number?.id ?? "";
    await owner.store.numbers.startRelease({ id, now: Date.now() });
    await check(owner, id);
    await check(owner, id);
    expect(await statusOf(owner, id)).toBe("released");
    expect(await soldAs(phone_number)).toBeNull();
    expect(await indexed(phone_number)).toBeUndefined();
  });
});

describe("the number index", () => {
  it("learns an agent's new name from the check that its change asks for", async () => {
    const owner = await memberOf();
    const agent = await agentOf(owner);
    const phone_number = await numberForSale("813");
    await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number), agent });
    const [number] = await owner.store.numbers.list();
    const { values } = await openEditor(owner, agent);
    values.set("name", "Night desk");
    await save(owner, agent, values);
    await publish(owner, agent);
    await check(owner, number?.id ?? "");
    expect((await indexed(phone_number))?.agent_name).toBe("Night desk");
  });
});
