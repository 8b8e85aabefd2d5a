/** Tokens of connections: renewed once by several requests, expired when the provider refuses, and said in the product. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { withConnection } from "#app/integrations/tokens.server.ts";
import { newId } from "#app/platform/id.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import {
  atProvider,
  comeBack,
  connected,
  decide,
  eventually,
  fault,
  newAccount,
  setOut,
  standingAt,
} from "./connecting.ts";

const textOf = async (answer: Response) => pageText(await answer.text());

describe("renewal", () => {
  test.each(["google_calendar", "hubspot"] as const)(
    "several requests that need a new token at %s have it asked for once",
    async (provider) => {
      const owner = await memberOf();
      const account = await connected(owner, provider);
      await atProvider({ act: "expire", account });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => owner.post(`/integrations/${provider}`, { do: "test" })),
      );
      for (const answer of answers)
        expect(answer.headers.get("location")).toBe(`/integrations/${provider}?done=works`);
      expect((await standingAt(account)).renewals).toBe(1);
    },
  );

  test("a token is renewed before it ends", async () => {
    const owner = await memberOf();
    const account = await connected(owner, "google_calendar");
    await rows(owner, `update integrations set expires_at = ${Date.now() + 30_000}`);
    const used = await withConnection(env, owner.organizationId, "google_calendar", async ({ access }) => ({
      ok: true,
      value: access,
    }));
    expect(used).toMatchObject({ ok: true });
    expect((await standingAt(account)).renewals).toBe(1);
  });

  test("a provider that doesn't answer to a renewal loses no connection", async () => {
    const owner = await memberOf();
    const account = await connected(owner, "google_calendar");
    await atProvider({ act: "expire", account });
    await fault({ host: "oauth2.googleapis.com", path: "/token", status: 503, times: 1 });
    const failed = await owner.post("/integrations/google_calendar", { do: "test" });
    expect(failed.status).toBe(502);
    expect(await textOf(failed)).toContain("The provider didn't respond");
    const again = await owner.post("/integrations/google_calendar", { do: "test" });
    expect(again.headers.get("location")).toBe("/integrations/google_calendar?done=works");
  });

  test("a platform that the provider refuses as a client loses no connection, and no one gets a mail", async () => {
    const owner = await memberOf();
    const account = await connected(owner, "google_calendar");
    await atProvider({ act: "expire", account });
    await fault({ host: "oauth2.googleapis.com", path: "/token", status: 401, times: 1 });
    const failed = await owner.post("/integrations/google_calendar", { do: "test" });
    expect(failed.status).toBe(502);
    expect(await textOf(failed)).toContain("Your connection is kept");
    expect(await owner.store.integrations.list()).toMatchObject([{ status: "error" }]);
    const again = await owner.post("/integrations/google_calendar", { do: "test" });
    expect(again.headers.get("location")).toBe("/integrations/google_calendar?done=works");
  });
});

describe("a token that the provider's owner took back", () => {
  const booked = async (house: Clinic, clock: string, date: string) => {
    const answer = await house.post("/bookings/new", {
      request: newId(),
      agent: house.agentId,
      kind: "Cleaning",
      minutes: "30",
      date,
      clock,
      name: "Greta Halvorsen",
      phone: "212 555 0177",
      notes: "",
    });
    expect(answer.status, await textOf(answer.clone())).toBe(302);
    return (answer.headers.get("location") ?? "").replace("/bookings/", "");
  };

  test("expires the connection: one mail, own rules, and everything catches up once it is connected again", async () => {
    const house = await clinic();
    const account = await connected(house, "google_calendar");
    const date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await atProvider({
      act: "event",
      account,
      event: {
        id: "busid",
        start: { dateTime: `${date}T00:00:00-05:00` },
        end: { dateTime: `${date}T23:59:00-05:00` },
      },
    });
    await rows(house, "update timers set due_at = 1 where kind = 'calendar_read'");
    await house.store.integrations.noteSuccess("google_calendar", Date.now());
    await eventually(async () => expect(await rows(house, "select * from busy_times")).toHaveLength(1));
    await atProvider({ act: "revoke", account });
    const tested = await house.post("/integrations/google_calendar", { do: "test" });
    expect(tested.status).toBe(502);
    const page = await textOf(await house.get("/integrations/google_calendar"));
    expect(page).toContain("no longer accepts the connection");
    expect(page).toContain("agents book by their own hours and appointments alone");
    expect(await textOf(await house.get("/integrations"))).toMatch(/Google Calendar.*Expired/);
    // Asking again changes nothing, and tells no one twice.
    await house.post("/integrations/google_calendar", { do: "test" });
    const mail = await eventually(() => mailTo(house.email));
    expect(mail.subject).toContain("Connect Google Calendar again");
    expect(mail.text).toContain("/integrations/google_calendar");
    expect(await rows(house, "select * from busy_times")).toEqual([]);
    const id = await booked(house, "10:00", date);
    const callback = await decide(house, await setOut(house, "google_calendar"), account);
    expect(await comeBack(house, callback)).toBe("/integrations/google_calendar?done=connected");
    await eventually(async () =>
      expect((await standingAt(account)).of("event")).toContainEqual(
        expect.objectContaining({ id: `bk${id.replaceAll("-", "")}` }),
      ),
    );
  });
});

test("an event that isn't written because Google fails is written later, once", async () => {
  const house = await clinic();
  const account = await connected(house, "google_calendar");
  await fault({ host: "www.googleapis.com", path: "/calendar/v3/calendars", status: 500, times: 1 });
  const date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  await house.post("/bookings/new", {
    request: newId(),
    agent: house.agentId,
    kind: "Cleaning",
    minutes: "30",
    date,
    clock: "12:00",
    name: "Greta Halvorsen",
    phone: "212 555 0177",
    notes: "",
  });
  await eventually(async () => expect((await standingAt(account)).of("event")).toHaveLength(1));
});

test("an answer of a provider is read no further than 2 MB", async () => {
  const owner = await memberOf();
  const account = newAccount();
  const date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const [start, end] = [{ dateTime: `${date}T10:00:00Z` }, { dateTime: `${date}T11:00:00Z` }];
  for (let n = 0; n < 3; n += 1) {
    const event = { id: `large${n}`, start, end, summary: "x".repeat(800_000) };
    await atProvider({ act: "event", account, event });
  }
  await connected(owner, "google_calendar", account);
  await eventually(async () =>
    expect(await textOf(await owner.get("/integrations/google_calendar"))).toContain("larger than 2 MB"),
  );
});
