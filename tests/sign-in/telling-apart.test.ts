/** A stranger who signs up with another person's address learns nothing from their own browser (R13, B1). */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import * as control from "#drizzle/control/schema.ts";
import {
  forgetLimits,
  pendingPerson,
  provenPerson,
  resend,
  signIn,
  signUp,
  verify,
} from "../accounts/arrange.ts";
import { deployed } from "../support/deployed.ts";
import { codeTo, mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf, newAddress } from "../support/people.ts";

const program = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const call = (browser: Client, name: string, body: unknown = {}) =>
  browser.fetch(`/functions/${name}`, { method: "POST", headers: program, body: JSON.stringify(body) });

const shownIdOf = async (browser: Client): Promise<string> =>
  z.object({ user_id: z.uuid() }).parse(await (await call(browser, "refresh-session")).json()).user_id;

const kinds = {
  proven: async () => (await provenPerson()).email,
  unverified: async () => (await pendingPerson()).email,
  unknown: async () => newAddress(),
};

/** What two sign-ups with an address from two fresh browsers show of it. */
async function seen(email: string) {
  await forgetLimits();
  const door = deployed;
  const [first, second] = [anonymous({ ip: "203.0.113.1", door }), anonymous({ ip: "203.0.113.2", door })];
  const costs = (answer: Response) =>
    (answer.headers.get("server-timing") ?? "").replaceAll(/;?dur=[\d.]+/g, "");
  const signedUp = [await signUp(first, email), await signUp(second, email)].map(costs);
  const [one, other] = [await shownIdOf(first), await shownIdOf(second)];
  const crossed = { userId: one, email, code: "000000" };
  const own = { userId: other, email, code: "000000" };
  return {
    isSameId: one === other,
    isLasting: one === (await shownIdOf(first)),
    bornNow: /^.{14}7/.test(one),
    crossed: [
      (await call(second, "verify-email-code", crossed)).status,
      (await call(second, "send-verification-email", crossed)).status,
    ],
    own: [
      (await call(second, "verify-email-code", own)).status,
      (await call(second, "send-verification-email", own)).status,
    ],
    costs: [signedUp[1], costs(await second.get("/auth")), costs(await verify(second, "000000"))],
    resent: costs(await resend(second)),
  };
}

test("R13, B1: two sign-ups with an address show the same ids, refusals and costs whether it is known or not", async () => {
  const of = {
    proven: await seen(await kinds.proven()),
    unverified: await seen(await kinds.unverified()),
    unknown: await seen(await kinds.unknown()),
  };
  expect(of.unknown).toMatchObject({
    isSameId: false,
    isLasting: true,
    bornNow: false,
    crossed: [403, 403],
    own: [422, 429],
  });
  expect(of.proven).toEqual(of.unknown);
  expect(of.unverified).toEqual(of.unknown);
});

test("R13: how many rows were read is told to nobody, signed in or not", async () => {
  const door = deployed;
  const browser = anonymous({ door });
  const email = newAddress();
  await signUp(browser, email);
  const code = await codeTo(email);
  const member = await memberOf({ door });
  const answers = [
    await anonymous({ door }).get("/auth"),
    await anonymous({ door }).get("/terms"),
    await browser.get("/auth"),
    await verify(browser, "000000"),
    await resend(browser),
    await call(browser, "refresh-session"),
    await call(browser, "verify-email-code", { code, userId: await shownIdOf(browser) }),
    await member.get("/dashboard"),
    await member.get("/security"),
    await member.get("/users.data"),
    await member.post("/users", { intent: "invite", email: newAddress(), role: "member" }),
  ];
  for (const answer of answers) {
    expect(answer.headers.get("server-timing")).toContain("d1;desc=");
    expect(answer.headers.get("server-timing")).not.toContain("rows");
  }
  // Measurements on one machine are told.
  expect((await (await memberOf()).get("/users")).headers.get("server-timing")).toMatch(/\brows;desc="\d+"/);
});

test("the id that lasts is told once the address is proven", async () => {
  const { browser, email, code } = await pendingPerson();
  const before = await shownIdOf(browser);
  await verify(browser, code);
  const user = await controlPlane()
    .select({ id: control.users.id })
    .from(control.users)
    .where(eq(control.users.email, email))
    .get();
  expect(await shownIdOf(browser)).toBe(user?.id);
  expect(before).not.toBe(user?.id);
});

test.each(["proven", "unverified", "unknown"] as const)(
  "R16, R38: whoever comes after strangers have used up the mails of an address that is %s goes on, and is told when there will be one",
  async (kind) => {
    const email = await kinds[kind]();
    await forgetLimits();
    for (let network = 1; network <= 5; network++)
      expect((await signUp(anonymous({ ip: `203.0.113.${network}` }), email)).status).toBe(302);
    const mails = (await mailsTo(email)).length;
    const owner = anonymous({ ip: "198.51.100.9" });
    const answer = await signUp(owner, email);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
    const step = await pageText(await (await owner.get("/auth")).text());
    expect(step).toContain(
      "Too many codes were requested for this address, so we didn't send one just now. You can use “Resend code” in 60 minutes.",
    );
    expect(step).not.toContain("We sent a 6-digit code");
    expect(await mailsTo(email)).toHaveLength(mails);
  },
);

test("whoever was told to wait comes in with the code that is sent then", async () => {
  const email = newAddress();
  for (let network = 1; network <= 5; network++)
    await signUp(anonymous({ ip: `203.0.113.${network}` }), email);
  const owner = anonymous({ ip: "198.51.100.9" });
  await signUp(owner, email);
  await forgetLimits();
  expect(await pageText(await (await resend(owner)).text())).toContain("A new code is on its way.");
  expect((await verify(owner, await codeTo(email, 6))).headers.get("location")).toBe("/email-verified");
});

test("signing in before the address is proven says likewise that no code could be sent", async () => {
  const { email } = await pendingPerson();
  for (let network = 1; network <= 4; network++)
    await signUp(anonymous({ ip: `203.0.113.${network}` }), email);
  const owner = anonymous({ ip: "198.51.100.9" });
  expect((await signIn(owner, email)).headers.get("location")).toBe("/auth");
  expect(await pageText(await (await owner.get("/auth")).text())).toContain(
    "Too many codes were requested for this address",
  );
});

test("R38: one network cannot have hashes computed without end for an address that gets no more mail", async () => {
  const email = newAddress();
  for (let network = 1; network <= 5; network++)
    await signUp(anonymous({ ip: `203.0.113.${network}` }), email);
  await controlPlane()
    .insert(control.rateCounters)
    .values({
      key: `sign-up-network:${await networkKey(env, "198.51.100.10")}`,
      window_start: Date.now(),
      count: 20,
    });
  const answer = await signUp(anonymous({ ip: "198.51.100.10" }), email);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("server-timing")).not.toContain("hash");
});

test.each(["token", "state", "reset"])(
  "R40: nobody is told of a sign-in address with %s in it",
  async (name) => {
    for (const path of ["/auth", "/login", "/auth.data"]) {
      const answer = await anonymous().get(`${path}?${name}=${"a".repeat(64)}`);
      expect(answer.headers.get("referrer-policy"), path).toBe("no-referrer");
    }
  },
);
