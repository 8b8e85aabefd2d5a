/** Calls that an agent makes, when the carrier fails, is silent, or reports late, twice, in the wrong order or never. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { reconcileCall } from "#app/calls/outbound/reconcile-call.server.ts";
import { newId } from "#app/platform/id.ts";
import { goesWrong, mend, platformAccount, sides } from "../carriers/sides.ts";
import { anonymous } from "../support/people.ts";
import { history, rows } from "../support/telephone.ts";
import { type House, houseAt, inHistory, lawful, placedId, press, whenCalled } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

const check = ({ organizationId }: House, call_id: string) =>
  reconcileCall(env, { organization_id: organizationId, call_id });

/** The same check two minutes later. */
async function checkLater(house: House, call_id: string): Promise<void> {
  await rows(house, "update live_calls set started_at = started_at - 120000");
  await check(house, call_id);
}

const wordsIn = async (answer: Response) => (await answer.text()).replaceAll("&#x27;", "'");

describe.each(sides)("$carrier", (side) => {
  const dialsAt = async () => (await platformAccount(side)).client;

  test("a refusal of the carrier ends the call with its words, next to the form", async () => {
    const house = await houseAt(side.carrier);
    await goesWrong(side, { path: side.rest.dial, status: 403 });
    const answer = await press(house, lawful());
    expect(answer.status).toBe(409);
    expect(await wordsIn(answer)).toContain("The carrier didn't place the call");
    expect(await history(house)).toMatchObject([
      { status: "failed", end_reason: "telephony", end_detail: "not_placed", provider_call_id: null },
    ]);
    expect(await house.store.live.list()).toEqual([]);
  });

  test("too many requests at once are lines that were busy", async () => {
    const house = await houseAt(side.carrier);
    await goesWrong(side, { path: side.rest.dial, status: 429 });
    expect((await press(house, lawful())).status).toBe(409);
    expect(await history(house)).toMatchObject([{ end_reason: "concurrency" }]);
  });

  test("a silent carrier that placed nothing: the call ends after a while, and is never dialled again", async () => {
    const house = await houseAt(side.carrier);
    const to = lawful();
    await goesWrong(side, { path: side.rest.dial, status: 503 });
    const id = placedId(await press(house, to));
    await check(house, id);
    expect(await house.store.live.list()).toHaveLength(1);
    await checkLater(house, id);
    expect(await inHistory(house, id)).toMatchObject({ status: "failed", end_detail: "not_placed" });
    await check(house, id);
    const { calls } = await dialsAt();
    expect(await calls.find({ to, from: house.line, since: 0 })).toEqual({ ok: true, call: null });
  });

  test("an answer that was lost: the call goes on by its reports, and is placed once", async () => {
    const house = await houseAt(side.carrier);
    const to = lawful();
    await whenCalled(to, { outcome: "answered", turns: [{ say: "Hello?" }, { hang_up: true }] });
    await goesWrong(side, { path: side.rest.dial, effect: "answer_lost" });
    const id = placedId(await press(house, to));
    expect(await inHistory(house, id)).toMatchObject({ status: "completed", provider: side.carrier });
  });

  test("an answer and all reports that were lost: the carrier's list says how it ended", async () => {
    const house = await houseAt(side.carrier);
    const to = lawful();
    await whenCalled(to, { outcome: "busy", after_ms: 0 });
    await goesWrong(side, { path: side.rest.dial, effect: "answer_lost" });
    await goesWrong(side, { path: "status-callbacks", drop: true, times: 9 });
    const id = placedId(await press(house, to));
    await expect
      .poll(async () => {
        await check(house, id);
        return (await history(house)).map(({ status, end_reason }) => [status, end_reason]);
      })
      .toEqual([["busy", "busy"]]);
    const [row] = await history(house);
    expect(row?.provider_call_id).not.toBeNull();
  });

  test("reports that were lost: the carrier is asked by the call's own id", async () => {
    const house = await houseAt(side.carrier);
    const to = lawful();
    await whenCalled(to, { outcome: "no-answer" });
    await goesWrong(side, { path: "status-callbacks", drop: true, times: 9 });
    const id = placedId(await press(house, to));
    await expect
      .poll(async () => {
        await check(house, id);
        return (await history(house)).map(({ end_reason }) => end_reason);
      })
      .toEqual(["no_answer"]);
  });

  test.each(["repeated", "out_of_order"])("reports that are %s lead to the same end", async (effect) => {
    const house = await houseAt(side.carrier);
    const to = lawful();
    await whenCalled(to, { outcome: "busy" });
    await goesWrong(side, { path: "status-callbacks", effect, times: 3 });
    const id = placedId(await press(house, to));
    expect(await inHistory(house, id)).toMatchObject({ status: "busy", end_reason: "busy" });
    expect(await history(house)).toHaveLength(1);
  });

  test("a carrier that is down while it is asked: the call stays open, and ends after its patience", async () => {
    const house = await houseAt(side.carrier);
    await goesWrong(side, { path: side.rest.dial, status: 500, times: 9 });
    const id = placedId(await press(house, lawful()));
    await expect(check(house, id)).rejects.toMatchObject({ code: "carrier_unavailable" });
    expect(await house.store.live.list()).toHaveLength(1);
    await rows(house, "update live_calls set started_at = started_at - 3600000");
    await check(house, id);
    expect(await inHistory(house, id)).toMatchObject({ status: "failed", end_detail: "not_placed" });
  });

  test("a crash between writing and dialling leaves a call that is found, ended, and not dialled", async () => {
    const house = await houseAt(side.carrier);
    const { store, organizationId } = house;
    const [id, to] = [newId(), lawful()];
    const account = await platformAccount(side);
    const organization = {
      id: organizationId,
      region: null,
      name: "Clinic",
      time_zone: "America/New_York",
      locale: "en-US",
      country: "US",
      address: null,
    };
    const placement = await store.placed.place({
      key: newId(),
      arrival: {
        provider: side.carrier,
        provider_call_id: id,
        capacity_account: account.lines_of,
        direction: "outbound",
        placed: { call_id: id, agent_id: house.agentId },
        our_number: house.line,
        other_number: to,
        tier: "starter",
        subscription_status: "active",
        organization,
        is_deleted: false,
        now: Date.now(),
      },
      account_id: null,
      reason: null,
      asked_by: house.userId,
      asked_name: "Dana",
    });
    expect(placement).toMatchObject({ ok: true, isNew: true });
    await checkLater(house, id);
    expect(await inHistory(house, id)).toMatchObject({ status: "failed", end_detail: "not_placed" });
    expect(await account.client.calls.find({ to, from: house.line, since: 0 })).toEqual({
      ok: true,
      call: null,
    });
  });
});
