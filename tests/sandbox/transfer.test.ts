/** Passing a caller on: the second leg, its callbacks, and what comes after it. */
import { describe, expect, test } from "vitest";
import { callWith } from "./calling.ts";

const colleague = "+13125550177";
const dial = (attributes = "") =>
  `<Response><Dial action="/after" timeout="20" ${attributes}><Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed" url="/whisper">${colleague}</Number></Dial></Response>`;

test("a colleague answers, hears the whisper, and the call was ended by the transfer", async () => {
  const { product, result, calls } = await callWith([], {
    documents: {
      "/voice": () => dial(),
      "/whisper": () => "<Response><Say>A caller for you</Say></Response>",
    },
  });
  const leg = product.webhooks("/leg");
  expect(leg.map((one) => one.get("CallStatus"))).toEqual([
    "initiated",
    "ringing",
    "in-progress",
    "completed",
  ]);
  expect(leg[0]?.get("ParentCallSid")).toBe(result.call_sid);
  expect(leg[0]?.get("Direction")).toBe("outbound-dial");
  expect(Object.fromEntries(product.webhooks("/after")[0] ?? [])).toMatchObject({
    DialCallStatus: "completed",
    DialCallSid: leg[0]?.get("CallSid"),
    DialBridged: "true",
  });
  expect(result).toMatchObject({ ended_by: "transfer", status: "completed" });
  expect([...calls.values()].map(({ direction, status }) => [direction, status])).toEqual([
    ["inbound", "completed"],
    ["outbound-dial", "completed"],
  ]);
});

test("a colleague who is busy or does not answer leaves the caller with what the product says then", async () => {
  for (const outcome of ["busy", "no-answer"] as const) {
    const { product, result } = await callWith([], {
      answers: { [colleague]: { outcome, after_ms: 1000 } },
      documents: {
        "/voice": () => dial(),
        "/after": () => "<Response><Say>Nobody is free.</Say></Response>",
      },
    });
    expect(product.webhooks("/after")[0]?.get("DialCallStatus")).toBe(outcome);
    expect(result.transcript.at(-1)?.text).toBe("Nobody is free.");
    expect(result.ended_by).toBe("agent");
  }
});

test("a colleague who is slower than the timeout counts as no answer", async () => {
  const { product } = await callWith([], {
    answers: { [colleague]: { outcome: "answered", after_ms: 60_000, turns: [] } },
    documents: { "/voice": () => dial() },
  });
  expect(product.webhooks("/after")[0]?.get("DialCallStatus")).toBe("no-answer");
});

describe.each(["accept", "decline", "no_key", "hang_up"] as const)(
  "a colleague who is asked for a key: %s",
  (does) => {
    test("is joined only when they accept", async () => {
      const { product, result } = await callWith([], {
        answers: { [colleague]: { outcome: "answered", after_ms: 1000, turns: [], whisper: does } },
        documents: {
          "/voice": () => dial(),
          "/whisper": () =>
            '<Response><Gather action="/key" numDigits="1" timeout="5"><Say>Press 1</Say></Gather><Redirect>/key</Redirect></Response>',
          "/key": (fields) =>
            fields.get("Digits") === "1" ? "<Response/>" : "<Response><Hangup/></Response>",
          "/after": () => "<Response><Say>Nobody took it.</Say></Response>",
        },
      });
      const after = Object.fromEntries(product.webhooks("/after")[0] ?? []);
      expect(after).toMatchObject({ DialCallStatus: "completed", DialBridged: String(does === "accept") });
      expect(product.webhooks("/key").map((one) => one.get("Digits"))).toEqual(
        { accept: ["1"], decline: ["2"], no_key: [null], hang_up: [] }[does],
      );
      expect(result.transcript.at(-1)?.text).toBe("Nobody took it.");
    });
  },
);
