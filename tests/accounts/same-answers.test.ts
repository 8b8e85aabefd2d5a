/** No answer reveals whether an address has an account, to visitors signed in or not: neither status, body, headers nor the work done. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addressKey } from "#app/platform/counted-keys.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { at } from "../support/clock.ts";
import { deployed } from "../support/deployed.ts";
import { anonymous, type Client, controlPlane, memberOf, newAddress } from "../support/people.ts";
import { forgetLimits, pendingPerson, provenPerson, resend, signIn, signUp, verify } from "./arrange.ts";

const kinds = {
  none: async () => newAddress(),
  unproven: async () => (await pendingPerson()).email,
  proven: async () => (await provenPerson()).email,
  "of Google alone": async () => {
    const email = newAddress();
    await continueWithGoogle(anonymous(), { email });
    return email;
  },
};

const random = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An answer without what is new in every answer. */
async function shown(answer: Response) {
  const plain = (text: string) =>
    text
      .replaceAll(random, "id")
      .replaceAll(/"[\w-]{16}\\?"|\\"[\w-]{16}\\"/g, "session")
      .replaceAll(/nonce(="|-)[\w+/=-]+/g, "nonce")
      .replaceAll(/;?dur=[\d.]+/g, "");
  const headers = [...answer.headers]
    .filter(([name]) => name !== "set-cookie" && name !== "x-request-id")
    .map(([name, value]) => [name, plain(value)]);
  const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "="));
  const body = plain(await answer.text());
  return { status: answer.status, headers: Object.fromEntries(headers), cookies, body };
}

const planted = "Planted-before-1";
const chosen = { password: planted, confirm_password: planted };
let network = 0;
const stranger = () => anonymous({ ip: `198.51.100.${++network % 250}`, door: deployed });
const program = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const call = (browser: Client, name: string, body: object) =>
  browser.fetch(`/functions/${name}`, { method: "POST", headers: program, body: JSON.stringify(body) });
const invite = (by: Client, email: string) => by.post("/users", { intent: "invite", email, role: "member" });

/** The requests that use an address, step by step. */
const flows: Record<string, (email: string) => Promise<readonly Response[]>> = {
  "signing up, and the step after it": async (email) => {
    const browser = stranger();
    return [
      await signUp(browser, email, chosen),
      await browser.get("/auth"),
      await browser.get("/email-verified"),
    ];
  },
  "signing up twice": async (email) => {
    const [first, second] = [stranger(), stranger()];
    return [await signUp(first, email, chosen), await signUp(second, email), await signUp(second, email)];
  },
  "wrong passwords, also once the account's tries are gone": async (email) => {
    const wrong = () => signIn(stranger(), email, "Wrong-harbor-28");
    const first = await wrong();
    await controlPlane()
      .insert(control.rateCounters)
      .values({ key: `sign-in-account:${await addressKey(env, email)}`, window_start: Date.now(), count: 10 })
      .onConflictDoUpdate({
        target: [control.rateCounters.key, control.rateCounters.window_start],
        set: { count: 10 },
      });
    return [first, await wrong(), await wrong()];
  },
  "signing in with the password of one's own sign-up": async (email) => {
    await signUp(stranger(), email, chosen);
    const browser = stranger();
    const signedIn = await signIn(browser, email, planted);
    return [
      signedIn,
      await browser.get("/auth"),
      await browser.get("/dashboard"),
      await signIn(browser, email, "Wrong-harbor-28"),
    ];
  },
  "a code, and another code": async (email) => {
    const browser = stranger();
    await signUp(browser, email, chosen);
    const wrong = await verify(browser, "000000");
    const tooSoon = await resend(browser);
    await forgetLimits();
    return [wrong, tooSoon, await resend(browser), await browser.post("/auth", { intent: "deliver" })];
  },
  "a code by a program": async (email) => {
    const browser = stranger();
    await signUp(browser, email, chosen);
    const session = await call(browser, "refresh-session", {});
    const { user_id: userId = "" } = await session.clone().json<Record<string, string>>();
    await forgetLimits();
    return [
      await call(browser, "send-verification-email", { userId, email }),
      await call(browser, "verify-email-code", { userId, email, code: "000000" }),
    ];
  },
  "a forgotten password": async (email) => {
    const browser = stranger();
    const forget = () => browser.post("/auth?mode=forgot", { intent: "forgot", email });
    return [await forget(), await forget(), await stranger().post("/auth.data", { intent: "forgot", email })];
  },
  "an invitation, the list of what waits, and sending it again": async (email) => {
    const owner = await memberOf({ door: deployed });
    const invited = await invite(owner, email);
    const list = await owner.get("/users");
    const invitation = /name="invitation" value="([^"]+)"/.exec(await list.clone().text())?.[1] ?? "";
    return [
      invited,
      list,
      await owner.post("/users", { intent: "resend", invitation }),
      await invite(owner, email),
      await owner.post("/users.data", { intent: "revoke", invitation }),
    ];
  },
  "invitations until no more may go": async (email) => {
    const owner = await memberOf({ door: deployed });
    const answers: Response[] = [];
    for (let count = 0; count < 7; count++) answers.push(await invite(owner, email));
    return answers;
  },
  "another address for one's own account": async (email) => {
    const person = await memberOf({ door: deployed });
    const ask = () => person.post("/security", { intent: "email", email });
    return [
      await ask(),
      await person.get("/security"),
      await ask(),
      await person.post("/security", { intent: "email-cancel" }),
      await person.get("/security"),
    ];
  },
};

test.each(Object.keys(flows))(
  "%s: the same for an address without an account and for every other",
  async (name) => {
    const flow = flows[name];
    const seen = async (kind: keyof typeof kinds) => {
      const email = await kinds[kind]();
      await forgetLimits();
      return at(Date.UTC(2026, 10, 20, 12), async () => {
        const answers: Awaited<ReturnType<typeof shown>>[] = [];
        for (const answer of (await flow?.(email)) ?? []) answers.push(await shown(answer));
        return answers;
      });
    };
    const free = await seen("none");
    expect(free.length).toBeGreaterThan(1);
    for (const { status, headers } of free) {
      expect(status).toBeLessThan(500);
      expect(headers["server-timing"]).toContain("d1;desc=");
    }
    for (const kind of ["unproven", "proven", "of Google alone"] as const)
      expect(await seen(kind), kind).toEqual(free);
  },
  // A dozen hashes each, beside whatever else this machine does.
  120_000,
);
