/** What comes to the carriers' door in the wrong shape: refused, and recorded when it was really the carrier. */
import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { errorLogs } from "#drizzle/control/schema.ts";
import { twilioSignature } from "#workers/carriers/twilio/signature.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { controlPlane, origin } from "../support/people.ts";
import { clinic, newCallSid, newNumber } from "../support/telephone.ts";

const url = `${origin}/webhooks/twilio/voice`;

/** A post of exactly these fields, signed as the carrier signs repeated ones. */
async function post(fields: [string, string][], signature?: string): Promise<Response> {
  const body = new URLSearchParams(fields);
  const signed = signature ?? (await twilioSignature(carrierSettings.TWILIO_AUTH_TOKEN, url, body));
  return exports.default.fetch(
    new Request(url, { method: "POST", body, headers: { "x-twilio-signature": signed } }),
  );
}

const announced = (to: string): [string, string][] => [
  ["AccountSid", carrierSettings.TWILIO_ACCOUNT_SID],
  ["CallSid", newCallSid()],
  ["From", newNumber()],
  ["To", to],
  ["Direction", "inbound"],
  ["CallStatus", "ringing"],
];

const rowOf = (answer: Response) =>
  controlPlane()
    .select()
    .from(errorLogs)
    .where(eq(errorLogs.request_id, answer.headers.get("x-request-id") ?? ""))
    .get();

test.each(["AccountSid", "CallSid", "From", "To"])("a call that says %s twice is no call", async (name) => {
  const owner = await clinic();
  const fields = announced(owner.number);
  const other = announced((await clinic()).number);
  const again = other.find(([key]) => key === name);
  const answer = await post([...fields, ...(again ? [again] : [])]);
  expect(answer.status).toBe(400);
  expect(await owner.store.live.list()).toEqual([]);
  expect((await post(fields)).status).toBe(200);
});

test("a signed post that cannot be read is a bad request, and stands with the errors", async () => {
  const answer = await post(announced("nobody").filter(([name]) => name !== "CallSid"));
  expect(answer.status).toBe(400);
  await vi.waitFor(async () =>
    expect(await rowOf(answer)).toMatchObject({ severity: "warning", url: "/webhooks/twilio/voice" }),
  );
});

test("one that is not signed leaves nothing behind", async () => {
  const refused = await post([["CallSid", "?"]], "c2lnbmVk");
  expect(refused.status).toBe(403);
  const recorded = await post([["AccountSid", carrierSettings.TWILIO_ACCOUNT_SID]]);
  await vi.waitFor(async () => expect(await rowOf(recorded)).toBeDefined());
  expect(await rowOf(refused)).toBeUndefined();
});

test("one that is longer than any carrier's is cut off", async () => {
  expect((await post([["Body", "a".repeat(65_536)]])).status).toBe(413);
});
