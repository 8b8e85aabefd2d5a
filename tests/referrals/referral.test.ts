/** Referrals: noticed on the first page, counted once, and stored with the account. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { signUp } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { anonymous, type Client, controlPlane, newAddress, origin } from "../support/people.ts";

const path = "/functions/track-referral-click";
const track = (client: Client, body: unknown) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });

let made = 0;
const newCode = () => `friend-${Date.now()}-${++made}`;
const clicksOf = (code: string) =>
  controlPlane()
    .select()
    .from(control.referralClicks)
    .where(eq(control.referralClicks.referral_code, code))
    .orderBy(desc(control.referralClicks.id));
const userWith = async (email: string) => {
  const [user] = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email));
  return user;
};

test("track-referral-click takes all eight fields, answers {clickId}, and keeps no more of the visitor than the network's prefix", async () => {
  const code = newCode();
  const browser = anonymous({ ip: "203.0.113.77" });
  const answer = await track(browser, {
    referralCode: code,
    utmSource: "newsletter",
    utmMedium: "email",
    utmCampaign: "autumn",
    utmTerm: "voice agents",
    utmContent: "footer",
    referrerUrl: "https://sam:secret@news.example/story?reader=sam@people.test#top",
    landingPage: "/auth?mode=signup&email=sam@people.test",
  });
  expect(answer.status).toBe(200);
  const body: { clickId: string } = await answer.json();
  expect(Object.keys(body)).toEqual(["clickId"]);
  const [row, ...more] = await clicksOf(code);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    id: body.clickId,
    referral_code: code,
    utm_source: "newsletter",
    utm_medium: "email",
    utm_campaign: "autumn",
    utm_term: "voice agents",
    utm_content: "footer",
    referrer_url: "https://news.example/story",
    landing_page: "/auth",
    ip_prefix: "203.0.113",
    user_id: null,
  });
  expect(JSON.stringify(row)).not.toMatch(/sam|secret|203\.0\.113\.77/);
});

test("all but the code may be left out; what cannot be read is 400 with its fields, another method 405", async () => {
  expect((await track(anonymous(), { referralCode: newCode() })).status).toBe(200);
  for (const body of [
    null,
    [],
    {},
    { referralCode: "no" },
    { referralCode: "a b c d" },
    { referralCode: ["abcd"] },
  ]) {
    const answer = await track(anonymous(), body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.any(String), fields: expect.any(Object) });
  }
  const wrong = await track(anonymous(), { referralCode: newCode(), utmSource: 7 });
  expect(await wrong.json()).toMatchObject({ fields: { utmSource: expect.any(Array) } });
  expect((await anonymous().get(path)).status).toBe(405);
});

test("R38: one network has 60 clicks an hour counted, and is told when to come back", async () => {
  const browser = anonymous({ ip: "203.0.113.200" });
  const code = newCode();
  const answers = await Promise.all(Array.from({ length: 63 }, () => track(browser, { referralCode: code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await clicksOf(code)).toHaveLength(60);
});

test("the first page that ref and utm_* lead to keeps them for 400 days, signed, and counts the click", async () => {
  const code = newCode();
  const browser = anonymous();
  const answer = await browser.get(`/terms?ref=${code}&utm_source=blog&utm_campaign=launch`, {
    referer: "https://blog.example/post?id=7",
  });
  expect(answer.status).toBe(200);
  const lines = answer.headers.getSetCookie();
  expect(lines.map((line) => line.split("=")[0]).sort()).toEqual([
    "__Host-click_id",
    "__Host-referral_code",
    "__Host-utm_campaign",
    "__Host-utm_source",
  ]);
  for (const line of lines)
    expect(line).toMatch(/; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=34560000$/);
  expect(await clicksOf(code)).toMatchObject([
    {
      utm_source: "blog",
      utm_campaign: "launch",
      referrer_url: "https://blog.example/post",
      landing_page: "/terms",
    },
  ]);
  // The first visit is the one that counts.
  const other = newCode();
  expect((await browser.get(`/auth?ref=${other}&utm_source=ad`)).headers.getSetCookie()).toEqual([]);
  expect(await clicksOf(other)).toEqual([]);
});

test("how somebody came is carried through sign-up, and the click knows whom it brought", async () => {
  const code = newCode();
  const browser = anonymous();
  await browser.get(`/auth?mode=signup&ref=${code}&utm_source=blog&utm_medium=web&utm_term=t&utm_content=c`);
  const email = newAddress();
  await signUp(browser, email);
  const user = await userWith(email);
  const [click] = await clicksOf(code);
  expect(user).toMatchObject({
    referral_code: code,
    click_id: click?.id,
    utm_source: "blog",
    utm_medium: "web",
    utm_campaign: null,
    utm_term: "t",
    utm_content: "c",
  });
  expect(click?.user_id).toBe(user?.id);
});

test("how somebody came is carried through Google, too", async () => {
  const code = newCode();
  const browser = anonymous();
  await browser.get(`/auth?ref=${code}&utm_campaign=launch`);
  const email = newAddress();
  await continueWithGoogle(browser, { email });
  const user = await userWith(email);
  expect(user).toMatchObject({ referral_code: code, utm_campaign: "launch" });
  expect((await clicksOf(code))[0]?.user_id).toBe(user?.id);
});

test("R9: cookies that nobody of us has signed, hosts and codes of the wrong form say nothing", async () => {
  const browser = anonymous();
  const email = newAddress();
  const forged = "__Host-referral_code=ImZvcmdlZC1jb2RlIg.00; __Host-utm_source=ImFkIg.00";
  await browser.post(
    "/auth?mode=signup",
    {
      intent: "sign-up",
      email,
      password: "Violet-harbor-27",
      confirm_password: "Violet-harbor-27",
      terms: "on",
    },
    { cookie: forged },
  );
  expect(await userWith(email)).toMatchObject({ referral_code: null, utm_source: null, click_id: null });
  for (const ref of ["voice.tenant.test", "//evil.test", "abc", "x".repeat(65), "a b c d", "<script>"]) {
    const answer = await anonymous().get(`/terms?ref=${encodeURIComponent(ref)}`);
    expect(answer.headers.getSetCookie(), ref).toEqual([]);
  }
});

test("a page without them sets nothing", async () => {
  expect((await anonymous().get("/terms")).headers.getSetCookie()).toEqual([]);
  expect((await anonymous().fetch(`${origin}/terms?utm_source=`)).headers.getSetCookie()).toEqual([]);
});

test("what another site embeds, or a browser fetches ahead, is no visit: it counts no click and keeps nothing", async () => {
  const code = newCode();
  for (const headers of [
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" },
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
    { "sec-fetch-site": "none", "sec-fetch-dest": "document", "sec-purpose": "prefetch" },
  ]) {
    const answer = await anonymous().get(`/terms?ref=${code}&utm_source=x`, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  }
  expect(await clicksOf(code)).toEqual([]);
  await anonymous().get(`/terms?ref=${code}`, {
    "sec-fetch-site": "cross-site",
    "sec-fetch-dest": "document",
  });
  expect(await clicksOf(code)).toHaveLength(1);
});
