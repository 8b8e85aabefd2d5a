/** Twilio's official client works against the sandbox: what it buys, lists, calls and is refused. */
import { expect, test } from "vitest";
import { outside, post, sandbox, TWILIO_ACCOUNT_SID, twilioClient } from "./world.ts";

const client = twilioClient();
const base = `https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}`;

/** A number of its own for each test. */
async function bought(areaCode: number, settings: { voiceUrl?: string; statusCallback?: string } = {}) {
  const [found] = await client.availablePhoneNumbers("US").local.list({ areaCode, limit: 1 });
  if (!found) throw new Error(`nothing for sale in ${areaCode}`);
  return client.incomingPhoneNumbers.create({ phoneNumber: found.phoneNumber, ...settings });
}

test("numbers for sale are found by area, pattern, place and kind, in the ranges kept for fiction", async () => {
  const search = client.availablePhoneNumbers("US");
  const inNewYork = await search.local.list({ areaCode: 212, limit: 5 });
  expect(inNewYork).toHaveLength(5);
  for (const { phoneNumber, locality, region, friendlyName, isoCountry } of inNewYork) {
    expect(phoneNumber).toMatch(/^\+121255501\d\d$/);
    expect({ locality, region, isoCountry }).toEqual({
      locality: "New York",
      region: "NY",
      isoCountry: "US",
    });
    expect(friendlyName).toMatch(/^\(212\) 555-01\d\d$/);
  }
  const pattern = await search.local.list({ contains: "*55501*7", inRegion: "TX", limit: 50 });
  expect(pattern.length).toBeGreaterThan(5);
  for (const { phoneNumber, region } of pattern) {
    expect(phoneNumber).toMatch(/7$/);
    expect(region).toBe("TX");
  }
  const [inAustin] = await search.local.list({ inLocality: "austin", limit: 1 });
  expect(inAustin?.phoneNumber).toMatch(/^\+1512/);
  const [free] = await search.tollFree.list({ limit: 1 });
  expect(free?.phoneNumber).toMatch(/^\+18\d\d55501\d\d$/);
  expect(await search.local.list({ areaCode: 999, limit: 1 })).toEqual([]);
});

test("the same search finds the same numbers, without those that somebody has", async () => {
  const search = () => client.availablePhoneNumbers("US").local.list({ areaCode: 907, limit: 3 });
  const [first, second] = await search();
  expect((await search()).map(({ phoneNumber }) => phoneNumber)[0]).toBe(first?.phoneNumber);
  await client.incomingPhoneNumbers.create({ phoneNumber: first?.phoneNumber ?? "" });
  expect((await search())[0]?.phoneNumber).toBe(second?.phoneNumber);
});

test("a number is bought, configured, found again and released", async () => {
  const number = await bought(303, { voiceUrl: "https://app.test/webhooks/twilio/voice" });
  expect(number).toMatchObject({ voiceUrl: "https://app.test/webhooks/twilio/voice", voiceMethod: "POST" });
  expect(number.sid).toMatch(/^PN[0-9a-f]{32}$/);
  expect(number.capabilities).toMatchObject({ voice: true });
  const changed = await client.incomingPhoneNumbers(number.sid).update({ friendlyName: "Front desk" });
  expect(changed).toMatchObject({ friendlyName: "Front desk", voiceUrl: number.voiceUrl });
  const [listed] = await client.incomingPhoneNumbers.list({ phoneNumber: number.phoneNumber });
  expect(listed?.sid).toBe(number.sid);
  expect(await client.incomingPhoneNumbers(number.sid).remove()).toBe(true);
  await expect(client.incomingPhoneNumbers(number.sid).fetch()).rejects.toMatchObject({
    status: 404,
    code: 20404,
  });
});

test("a number that is gone is refused with 21422, also when two want it at once", async () => {
  const [found] = await client.availablePhoneNumbers("US").local.list({ areaCode: 404, limit: 1 });
  const buy = () => client.incomingPhoneNumbers.create({ phoneNumber: found?.phoneNumber ?? "" });
  const outcomes = await Promise.allSettled([buy(), buy()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(buy()).rejects.toMatchObject({ status: 400, code: 21422 });
  const foreign = client.incomingPhoneNumbers.create({ phoneNumber: "+4930123456" });
  await expect(foreign).rejects.toMatchObject({ code: 21422 });
});

test("wrong credentials, unknown resources and bad requests have Twilio's codes", async () => {
  await expect(twilioClient(TWILIO_ACCOUNT_SID, "wrong").calls.list()).rejects.toMatchObject({
    status: 401,
    code: 20003,
  });
  await expect(twilioClient(`AC${"9".repeat(32)}`).calls.list()).rejects.toMatchObject({ code: 20003 });
  await expect(client.calls(`CA${"9".repeat(32)}`).fetch()).rejects.toMatchObject({
    status: 404,
    code: 20404,
  });
  const number = await bought(602);
  const call = (to: string, from: string, url = "https://app.test/x") =>
    client.calls.create({ to, from, url });
  await expect(call("12", number.phoneNumber)).rejects.toMatchObject({ code: 21211 });
  await expect(call("+13035550123", "+12125550199")).rejects.toMatchObject({ code: 21210 });
  await expect(call("+13035550123", number.phoneNumber, "nowhere")).rejects.toMatchObject({ code: 21205 });
  await expect(
    client.incomingPhoneNumbers(number.sid).update({ voiceUrl: "ftp://nowhere" }),
  ).rejects.toMatchObject({ code: 21502 });
  const json = await outside(`${base}/IncomingPhoneNumbers.json`, {
    method: "POST",
    body: "{}",
    headers: {
      authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:local-sandbox-auth-token`)}`,
      "content-type": "application/json",
    },
  });
  expect(json.status).toBe(415);
});

test("a subaccount has its own token and sees nothing of its parent's numbers", async () => {
  const sub = await client.api.v2010.accounts.create({ friendlyName: "A clinic" });
  const its = twilioClient(sub.sid, sub.authToken);
  await bought(617);
  expect(await its.incomingPhoneNumbers.list()).toEqual([]);
  await client.api.v2010.accounts(sub.sid).update({ status: "suspended" });
  await expect(its.incomingPhoneNumbers.list()).rejects.toMatchObject({ code: 20003 });
});

test("an outbound call rings until it is canceled, and stands in the list", async () => {
  const number = await bought(713);
  const to = "+13035550111";
  const call = await client.calls.create({
    to,
    from: number.phoneNumber,
    twiml: "<Response><Say>Hello</Say></Response>",
  });
  expect(call).toMatchObject({ status: "queued", direction: "outbound-api", to });
  const [listed] = await client.calls.list({ to });
  expect(listed?.sid).toBe(call.sid);
  await client.calls(call.sid).update({ status: "canceled" });
  await expect.poll(async () => (await client.calls(call.sid).fetch()).status).toBe("canceled");
  await expect(client.calls(call.sid).update({ status: "completed" })).rejects.toMatchObject({ code: 21220 });
});

test("a script answers an outbound call, and its result can be asked for", async () => {
  const number = await bought(415);
  const to = "+14155550122";
  const answer = { outcome: "answered", after_ms: 1000, turns: [] };
  expect((await post("/phone/answers", { phone_number: to, answer })).status).toBe(201);
  const call = await client.calls.create({
    to,
    from: number.phoneNumber,
    twiml: "<Response><Say>Your appointment is tomorrow.</Say></Response>",
  });
  await expect.poll(async () => (await client.calls(call.sid).fetch()).status).toBe("completed");
  const result = await (await sandbox(`/phone/calls/${call.sid}`)).json();
  expect(result).toMatchObject({
    call_sid: call.sid,
    transcript: [{ role: "agent", text: "Your appointment is tomorrow." }],
    ended_by: "agent",
  });
  const finished = await client.calls(call.sid).fetch();
  expect(Number(finished.duration)).toBe(2);
  expect(Number(finished.price)).toBeLessThan(0);
});

test("pages of a list follow each other", async () => {
  const mine = await client.api.v2010.accounts.create({ friendlyName: "Many numbers" });
  const its = twilioClient(mine.sid, mine.authToken);
  const [one, two, three] = await its.availablePhoneNumbers("US").local.list({ areaCode: 808, limit: 3 });
  for (const found of [one, two, three])
    await its.incomingPhoneNumbers.create({ phoneNumber: found?.phoneNumber ?? "" });
  const listed = await its.incomingPhoneNumbers.list({ pageSize: 2 });
  expect(new Set(listed.map(({ sid }) => sid)).size).toBe(3);
});
