import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson, signIn } from "../accounts/arrange.ts";
import { anonymous, controlPlane, goodPassword, newAddress } from "../support/people.ts";

const wrong = "Sign in failed: Invalid email or password";

const networksOf = (userId: string) =>
  controlPlane().$count(control.knownNetworks, eq(control.knownNetworks.user_id, userId));

const userOf = async (email: string) =>
  controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email.toLowerCase()))
    .get();

test("the right password signs in, whatever the case of the address, and goes to the dashboard", async () => {
  const { email } = await provenPerson();
  const browser = anonymous();
  const answer = await signIn(browser, email.toUpperCase());
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("B1, R13: an unknown address and a wrong password get the same answer for the same work", async () => {
  const { email } = await provenPerson();
  const [known, unknown] = await Promise.all([
    signIn(anonymous(), email, "Wrong-harbor-28"),
    signIn(anonymous(), newAddress(), "Wrong-harbor-28"),
  ]);
  for (const answer of [known, unknown]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("server-timing")).toMatch(/d1;desc="2".*hash;desc="1"/);
    expect(answer.headers.getSetCookie().filter((line) => /sid|pid/.test(line))).toEqual([]);
    expect(await answer.text()).toContain(wrong);
  }
});

test("what was typed stays in the form, and the password in no page", async () => {
  const email = newAddress();
  const page = await (await signIn(anonymous(), email, "Wrong-harbor-28")).text();
  expect(page).toContain(`value="${email}"`);
  expect(page).not.toContain("Wrong-harbor-28");
});

test("R14: a password that is older than a rule still signs in", async () => {
  const { email } = await provenPerson();
  const { hashPassword } = await import("#app/passwords/password-hash.server.ts");
  await controlPlane()
    .update(control.users)
    .set({ password_hash: await hashPassword("simple") })
    .where(eq(control.users.email_folded, email));
  expect((await signIn(anonymous(), email, "simple")).headers.get("location")).toBe("/dashboard");
});

test("R12: a password that was stored with less work is stored anew when it signs in", async () => {
  const { email } = await provenPerson();
  const weak = "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGUhIQ$UmYyNDO/YRuFmsgA6JK5baM1qTJw1bFvX2are1D2OBc";
  await controlPlane()
    .update(control.users)
    .set({ password_hash: weak })
    .where(eq(control.users.email_folded, email));
  const answer = await signIn(anonymous(), email, "pleaseletmein");
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect(answer.headers.get("server-timing")).toContain('hash;desc="2"');
  expect((await userOf(email))?.password_hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect((await signIn(anonymous(), email, "pleaseletmein")).headers.get("location")).toBe("/dashboard");
});

test("B2, R13, R38: the sixth wrong password in five minutes from one network waits, and another network goes on", async () => {
  const { email } = await provenPerson();
  const guesser = anonymous({ ip: "203.0.113.7" });
  for (let tried = 0; tried < 5; tried++)
    expect((await signIn(guesser, email, "Wrong-harbor-28")).status).toBe(401);
  const sixth = await signIn(guesser, email);
  expect(sixth.status).toBe(429);
  const wait = Number(sixth.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(200);
  expect(wait).toBeLessThanOrEqual(300);
  const page = await sixth.text();
  expect(page).toContain("Sign in failed: Too many attempts. Please wait 5 minutes and try again.");
  expect(page).toContain(`value="${email}"`);
  expect(sixth.headers.get("server-timing")).not.toContain("hash");
  const elsewhere = await signIn(anonymous({ ip: "198.51.100.9" }), email);
  expect(elsewhere.headers.get("location")).toBe("/dashboard");
});

test("R38: of forty parallel wrong passwords from one network five are compared", async () => {
  const { email } = await provenPerson();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => signIn(anonymous({ ip: "203.0.113.8" }), email, "Wrong-harbor-28")),
  );
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
});

test("R38: guesses from many networks slow strangers down and never lock the owner out", async () => {
  const { email } = await provenPerson();
  expect((await signIn(anonymous({ ip: "192.0.2.10" }), email)).headers.get("location")).toBe("/dashboard");
  for (let network = 1; network <= 10; network++)
    await signIn(anonymous({ ip: `203.0.113.${100 + network}` }), email, "Wrong-harbor-28");
  const stranger = await signIn(anonymous({ ip: "198.51.100.20" }), email, "Wrong-harbor-28");
  expect(stranger.status).toBe(401);
  const next = await signIn(anonymous({ ip: "198.51.100.21" }), email, "Wrong-harbor-28");
  expect(next.status).toBe(429);
  expect(Number(next.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await signIn(anonymous({ ip: "192.0.2.10" }), email)).headers.get("location")).toBe("/dashboard");
});

/** Ten wrong passwords from as many networks: what an account takes in fifteen minutes. */
async function guessedAt(email: string) {
  for (let network = 1; network <= 10; network++)
    await signIn(anonymous({ ip: `198.51.100.${100 + network}` }), email, "Wrong-harbor-28");
}

test("a right password costs two trips to the database, beside its hash", async () => {
  const { email } = await provenPerson();
  for (const ip of ["192.0.2.40", "2001:db8:7:1::9"]) {
    const answer = await signIn(anonymous({ ip }), email);
    expect(answer.headers.get("location")).toBe("/dashboard");
    expect(answer.headers.get("server-timing")).toMatch(/d1;desc="2".*hash;desc="1"/);
  }
});

test.each([
  ["192.0.2.10", (neighbour: number) => `192.0.2.${10 + neighbour}`],
  ["2001:db8:0:a::1", (neighbour: number) => `2001:db8:0:${(10 + neighbour).toString(16)}::1`],
])(
  "after ten failures the owner at %s goes on, and of thirty neighbours one a minute",
  async (own, neighbour) => {
    const { email } = await provenPerson();
    await signIn(anonymous({ ip: own }), email);
    await guessedAt(email);
    const answers: number[] = [];
    for (let count = 1; count <= 30; count++)
      answers.push((await signIn(anonymous({ ip: neighbour(count) }), email, "Wrong-harbor-28")).status);
    expect(answers.filter((status) => status === 401)).toHaveLength(1);
    expect(answers.filter((status) => status === 429)).toHaveLength(29);
    expect((await signIn(anonymous({ ip: own }), email)).headers.get("location")).toBe("/dashboard");
  },
);

test("the networks that an account is known from have ten tries of their own, all together", async () => {
  const { email } = await provenPerson();
  const known = ["192.0.2.51", "192.0.2.52", "192.0.2.53", "192.0.2.54"];
  for (const ip of known) await signIn(anonymous({ ip }), email);
  await guessedAt(email);
  // The one a minute is gone.
  await signIn(anonymous({ ip: "203.0.113.99" }), email, "Wrong-harbor-28");
  const answers: number[] = [];
  for (const ip of known)
    for (let tried = 0; tried < 4; tried++)
      answers.push((await signIn(anonymous({ ip }), email, "Wrong-harbor-28")).status);
  expect(answers.filter((status) => status === 401)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(6);
});

test("a network is known by a whole session that began there, and by nothing less", async () => {
  const { email } = await provenPerson();
  const [guesser, asked] = ["192.0.2.61", "192.0.2.62"];
  await signIn(anonymous({ ip: guesser }), email, "Wrong-harbor-28");
  await anonymous({ ip: asked }).post("/auth", { intent: "forgot", email });
  const user = await userOf(email);
  expect(await networksOf(user?.id ?? "")).toBe(0);
  await signIn(anonymous({ ip: asked }), email.toUpperCase());
  await signIn(anonymous({ ip: asked }), email);
  expect(await networksOf(user?.id ?? "")).toBe(1);
  const everything = JSON.stringify(await controlPlane().select().from(control.knownNetworks));
  expect(everything).not.toContain(asked);
});

test("R38: right passwords use up nothing", async () => {
  const { email } = await provenPerson();
  for (let time = 0; time < 12; time++)
    expect((await signIn(anonymous(), email)).headers.get("location")).toBe("/dashboard");
});

test("R38: each of the two addresses of one /64 is the same network", async () => {
  const { email } = await provenPerson();
  for (let tried = 0; tried < 5; tried++)
    await signIn(anonymous({ ip: `2001:db8:0:1::${tried + 1}` }), email, "Wrong-harbor-28");
  expect((await signIn(anonymous({ ip: "2001:db8::1:aaaa:0:0:9" }), email)).status).toBe(429);
  expect((await signIn(anonymous({ ip: "2001:db8:0:2::1" }), email)).status).toBe(302);
});

test("R2: a session from before signing in never becomes a signed-in one", async () => {
  const { browser, email } = await provenPerson();
  const planted = browser.cookie;
  await signIn(browser, email);
  expect(browser.cookie).not.toBe(planted);
  const before = await anonymous().get("/dashboard", { cookie: planted });
  expect(before.headers.get("location")).toBe("/auth");
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("R2: the pending session of a sign-up is dead once the address is proven", async () => {
  const { browser, code } = await pendingPerson();
  const planted = browser.cookie;
  await browser.post("/auth", { intent: "verify", code });
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect((await anonymous().get("/dashboard", { cookie: planted })).headers.get("location")).toBe("/auth");
});

test("a signed-in person who opens the sign-in screen goes on to where they wanted", async () => {
  const { browser } = await provenPerson();
  expect((await browser.get("/auth")).headers.get("location")).toBe("/dashboard");
  expect((await browser.get("/login?returnPath=/agents")).headers.get("location")).toBe("/agents");
  expect((await browser.get("/auth?returnPath=//evil.test")).headers.get("location")).toBe("/dashboard");
});

test("R8: signing in leads to the page that was asked for, and never to another site", async () => {
  const { email } = await provenPerson();
  const to = async (returnPath: string) => {
    const path = `/auth?${new URLSearchParams({ returnPath })}`;
    const answer = await anonymous().post(path, { intent: "sign-in", email, password: goodPassword });
    return answer.headers.get("location");
  };
  expect(await to("/call-history?q=anna&outcome=booked")).toBe("/call-history?q=anna&outcome=booked");
  expect(await to("https://evil.test/")).toBe("/dashboard");
});

test("R4, R6: signing out ends the session on the server and forgets it in the browser, and a stolen cookie with it", async () => {
  const { browser } = await provenPerson();
  const kept = browser.cookie;
  const answer = await browser.post("/sign-out");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
  expect(answer.headers.get("clear-site-data")).toBe('"cache"');
  expect(browser.cookieValue("sid")).toBeUndefined();
  expect((await anonymous().get("/dashboard", { cookie: kept })).headers.get("location")).toBe("/auth");
});

test("B15: opening /sign-out as a link signs nobody out", async () => {
  const { browser } = await provenPerson();
  await browser.get("/sign-out");
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("who knows a session's id but not its secret can end nothing", async () => {
  const { browser } = await provenPerson();
  const id = browser.cookieValue("sid")?.split(".")[0];
  await anonymous().post("/sign-out", {}, { cookie: `__Host-sid=${id}.${"A".repeat(43)}` });
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("R46: each sign-in, refusal and sign-out leaves a line in the audit, without addresses", async () => {
  const { browser, email } = await provenPerson();
  await signIn(anonymous({ ip: "203.0.113.50" }), email, "Wrong-harbor-28");
  await signIn(browser, email);
  await browser.post("/sign-out");
  const user = await userOf(email);
  const lines = await controlPlane().select().from(control.auditEvents);
  const own = lines.filter((line) => line.actor_id === user?.id || line.target === user?.id);
  expect(own.map((line) => line.action).sort()).toEqual([
    "account.signed_up",
    "email.confirmed",
    "session.ended",
    "session.refused",
    "session.started",
    "session.started",
  ]);
  expect(own.find((line) => line.action === "session.refused")?.ip_prefix).toBe("203.0.113");
  expect(JSON.stringify(lines)).not.toContain(email);
  expect(
    await controlPlane()
      .select()
      .from(control.auditEvents)
      .where(
        and(
          eq(control.auditEvents.action, "session.ended"),
          eq(control.auditEvents.actor_id, user?.id ?? ""),
        ),
      ),
  ).toHaveLength(1);
});
