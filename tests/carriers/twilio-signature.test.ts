/** Our verifier and the official package's signatures, each judging the other. */
import fc from "fast-check";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { isBodySigned, isSigned, twilioSignature } from "#workers/carriers/twilio/signature.ts";

const authToken = "local-auth-token";
const fields = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.oneof(fc.string({ unit: "grapheme" }), fc.array(fc.string(), { minLength: 1, maxLength: 3 })),
  { maxKeys: 8 },
);

function form(values: Record<string, string | string[]>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of typeof value === "string" ? [value] : value) params.append(name, one);
  return params;
}

describe("a form post", () => {
  test("signed by the official package is believed", async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (values) => {
        const url = "https://app.test/webhooks/twilio/voice?x=1";
        const signature = twilio.getExpectedTwilioSignature(authToken, url, values);
        expect(await isSigned({ authToken, signature, url }, form(values))).toBe(true);
      }),
    );
  });

  test("signed by us is believed by the official package", async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (values) => {
        const url = "https://app.test/webhooks/twilio/voice";
        const signature = await twilioSignature(authToken, url, form(values));
        expect(twilio.validateRequest(authToken, signature, url, values)).toBe(true);
      }),
    );
  });

  test("is refused when anything of it is different", async () => {
    const url = "https://app.test/webhooks/twilio/voice";
    const values = { CallSid: "CA1", From: "+12125550100", To: "+12125550199" };
    const signature = twilio.getExpectedTwilioSignature(authToken, url, values);
    const signed = { authToken, signature, url };
    const as = (more: Partial<typeof signed>, with_: Record<string, string> = values) =>
      isSigned({ ...signed, ...more }, form(with_));
    expect(await as({})).toBe(true);
    expect(await as({ authToken: "another" })).toBe(false);
    expect(await as({ signature: "" })).toBe(false);
    expect(await as({ signature: `${signature}=` })).toBe(false);
    expect(await as({ url: "http://app.test/webhooks/twilio/voice" })).toBe(false);
    expect(await as({ url: `${url}/` })).toBe(false);
    expect(await as({ url: `${url}?a=b` })).toBe(false);
    expect(await as({}, { ...values, To: "+12125550198" })).toBe(false);
    expect(await as({}, { ...values, Extra: "1" })).toBe(false);
    expect(await isSigned({ ...signed, signature: null }, form(values))).toBe(false);
  });

  test("counts a repeated field once per distinct value, in whatever order it came", async () => {
    const url = "https://app.test/webhooks/twilio/voice";
    const signature = twilio.getExpectedTwilioSignature(authToken, url, { a: ["2", "1", "2"], b: "x" });
    const params = new URLSearchParams("b=x&a=1&a=2&a=1");
    expect(await isSigned({ authToken, signature, url }, params)).toBe(true);
  });
});

test.each([
  ["https://app.test/x?y=1", "https://app.test:443/x?y=1"],
  ["http://app.test/x", "http://app.test:80/x"],
  ["wss://app.test/relay/twilio/1/2", "wss://app.test:443/relay/twilio/1/2"],
  ["http://localhost:8787/x", "http://localhost/x"],
])("%s may have been signed as %s", async (url, signedAs) => {
  const signature = await twilioSignature(authToken, signedAs);
  expect(await isSigned({ authToken, signature, url })).toBe(true);
});

test("another port is another address", async () => {
  const signature = await twilioSignature(authToken, "https://app.test:8443/x");
  expect(await isSigned({ authToken, signature, url: "https://app.test/x" })).toBe(false);
});

describe("a JSON post", () => {
  const body = '{"CallSid":"CA1","text":"é"}';
  const hashed = async (text: string) =>
    [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");

  test("is believed when its address is signed and carries the body's hash", async () => {
    const url = `https://app.test/webhooks/twilio/status?bodySHA256=${await hashed(body)}`;
    const signature = twilio.getExpectedTwilioSignature(authToken, url, {});
    expect(twilio.validateRequestWithBody(authToken, signature, url, body)).toBe(true);
    expect(await isBodySigned({ authToken, signature, url }, body)).toBe(true);
    expect(await isBodySigned({ authToken, signature, url }, `${body} `)).toBe(false);
  });

  test("is refused without a hash, and with a hash that nobody signed", async () => {
    const bare = "https://app.test/webhooks/twilio/status";
    const signature = twilio.getExpectedTwilioSignature(authToken, bare, {});
    expect(await isBodySigned({ authToken, signature, url: bare }, body)).toBe(false);
    const url = `${bare}?bodySHA256=${await hashed(body)}`;
    expect(await isBodySigned({ authToken, signature, url }, body)).toBe(false);
  });
});
