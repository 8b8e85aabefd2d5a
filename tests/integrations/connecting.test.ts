/** /integrations: connecting by OAuth and by key, refusals, testing, disconnecting, and what a connection is told. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { organizationBranding } from "#drizzle/control/schema.ts";
import { tenantsHost } from "../sign-in/crossing.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import {
  type AppProvider,
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
const zone = "America/New_York";
const day = addDays(localDate(Date.now(), zone), 9);

const byHand = (house: Clinic, clock: string, more: Record<string, string> = {}) => ({
  request: newId(),
  agent: house.agentId,
  kind: "Cleaning",
  minutes: "30",
  date: day,
  clock,
  name: "Greta Halvorsen",
  phone: "212 555 0177",
  notes: "",
  ...more,
});

async function booked(house: Clinic, clock: string, more = {}): Promise<string> {
  const answer = await house.post("/bookings/new", byHand(house, clock, more));
  expect(answer.status, await textOf(answer.clone())).toBe(302);
  return (answer.headers.get("location") ?? "").replace("/bookings/", "");
}

const change = (id: string, form: Record<string, string>, version: number, house: Person) =>
  house.post(`/bookings/${id}`, { version: String(version), request: newId(), ...form });

describe("connecting", () => {
  test.each<[AppProvider, string]>([
    ["google_calendar", "Google Calendar"],
    ["google_sheets", "Google Sheets"],
    ["slack", "Slack"],
    ["hubspot", "HubSpot"],
  ])("%s is connected, tested and disconnected", async (provider, name) => {
    const owner = await memberOf();
    expect(await textOf(await owner.get(`/integrations/${provider}`))).toContain(`Connect ${name}`);
    const account = await connected(owner, provider);
    const page = await textOf(await owner.get(`/integrations/${provider}`));
    expect(page).toContain(account);
    expect(await textOf(await owner.get("/integrations"))).toMatch(new RegExp(`${name}.*Connected`));
    const tested = await owner.post(`/integrations/${provider}`, { do: "test" });
    expect(tested.headers.get("location")).toBe(`/integrations/${provider}?done=works`);
    const left = await owner.post(`/integrations/${provider}`, { do: "disconnect" });
    expect(left.headers.get("location")).toBe("/integrations?done=disconnected");
    expect(await rows(owner, "select * from integrations")).toEqual([]);
    const audited = await textOf(await owner.get("/users/activity"));
    expect(audited).toContain(`Connected ${name}`);
    expect(audited).toContain(`Disconnected ${name}`);
  });

  test("a person who says no is told so, and nothing is connected", async () => {
    const owner = await memberOf();
    const callback = await decide(owner, await setOut(owner, "slack"), newAccount(), false);
    expect(await comeBack(owner, callback)).toBe("/integrations/slack?done=denied");
    expect(await textOf(await owner.get("/integrations/slack?done=denied"))).toContain(
      "You didn't allow access",
    );
    expect(await owner.store.integrations.list()).toEqual([]);
  });

  test("an answer counts in the browser, organization and attempt that it belongs to, once", async () => {
    const owner = await memberOf();
    const other = await memberOf();
    const callback = await decide(owner, await setOut(owner, "slack"), newAccount());
    expect(await comeBack(other, callback)).toBe("/integrations/slack?done=refused");
    expect(await comeBack(owner, callback)).toBe("/integrations/slack?done=connected");
    expect(await comeBack(owner, callback)).toBe("/integrations/slack?done=refused");
    const forged = callback.replace(/state=[^&]+/, "state=forged~slack~YXBwLnRlc3Q~00");
    expect((await owner.get(forged)).status).toBe(400);
    expect(await other.store.integrations.list()).toEqual([]);
  });

  test("from a tenant's host the way leads over the main host, which asks, and hands no code on without its cookie", async () => {
    const { host, owner: founder } = await tenantsHost();
    const owner = await memberOf({ organizationId: founder.organizationId, host });
    const main = anonymous();
    const at = `https://${host}/integrations/slack`;
    const pressed = await owner.post(at, { do: "connect" });
    const out = pressed.headers.get("location") ?? "";
    expect(new URL(out).origin + new URL(out).pathname).toBe(`${origin}/connect/out`);
    const asked = await main.get(out);
    expect(await textOf(asked)).toMatch(new RegExp(`Connect Slack\\?.*${host}.*Continue to Slack`));
    expect(main.cookieValue("integration")).toBeUndefined();
    expect((await main.get(out.replace(host, "voice.other.test"))).status).toBe(400);
    const gone = await main.post(out, { intent: "continue" });
    const callback = await decide(main, gone.headers.get("location") ?? "", newAccount());
    // Another browser, as of a person who was sent the provider's address.
    const lured = await anonymous().get(callback);
    expect(lured.headers.get("location")).toBe(`${at}/return`);
    const passed = (await main.get(callback)).headers.get("location") ?? "";
    expect(passed).toMatch(new RegExp(`^${at}/return\\?state=.*&code=`));
    expect((await owner.get(passed)).headers.get("location")).toContain("done=connected");
    await controlPlane()
      .delete(organizationBranding)
      .where(eq(organizationBranding.organization_id, owner.organizationId));
    expect((await main.get(callback)).status).toBe(400);
  });

  test("tokens are sealed, and neither pages nor exports have them", async () => {
    const owner = await memberOf();
    await connected(owner, "google_calendar");
    const [row] = await rows(owner, "select sealed from integrations");
    expect(String(row?.sealed)).toMatch(/^v1\./);
    const html = await (await owner.get("/integrations/google_calendar")).text();
    expect(html).not.toContain(String(row?.sealed));
    const { lines } = await owner.store.exports.page("integrations", 0, "json");
    expect(lines).toContain("google_calendar");
    expect(lines).not.toContain(String(row?.sealed));
  });

  test("HubSpot is connected by the access token of a private app, which it is asked about first", async () => {
    const owner = await memberOf();
    const account = newAccount();
    const wrong = await owner.post("/integrations/hubspot", { do: "key", key: "pat-na1-wrongwrong" });
    expect(wrong.status).toBe(422);
    expect(await textOf(wrong)).toContain("The provider refused this token");
    const { key } = await (await atProvider({ act: "key", account, app: "hubspot" })).json<{ key: string }>();
    const taken = await owner.post("/integrations/hubspot", { do: "key", key });
    expect(taken.headers.get("location")).toBe("/integrations/hubspot?done=connected");
    expect(await (await owner.get("/integrations/hubspot")).text()).not.toContain(key);
  });
});

describe("a connected calendar", () => {
  let house: Clinic;
  let account: string;

  beforeAll(async () => {
    house = await clinic();
    account = await connected(house, "google_calendar");
  });

  const events = async () => (await standingAt(account)).of("event");

  test("shows what is booked, moved, canceled and restored, each appointment as one event", async () => {
    const id = await booked(house, "10:00");
    const event = await eventually(async () => {
      const found = (await events()).find((one) => one.id === `bk${id.replaceAll("-", "")}`);
      expect(found?.summary).toBe("Cleaning: Greta Halvorsen");
      return found;
    });
    expect(event?.start).toEqual({ dateTime: new Date(instantOf(day, "10:00", zone)).toISOString() });
    expect((await change(id, { do: "move", date: day, clock: "11:00" }, 0, house)).status).toBe(200);
    await eventually(async () => {
      const at = { dateTime: new Date(instantOf(day, "11:00", zone)).toISOString() };
      expect(await events()).toEqual([expect.objectContaining({ start: at, status: "confirmed" })]);
    });
    expect((await change(id, { do: "cancel" }, 1, house)).status).toBe(200);
    await eventually(async () => expect((await events())[0]?.status).toBe("cancelled"));
    expect((await change(id, { do: "restore" }, 2, house)).status).toBe(200);
    await eventually(async () => expect((await events())[0]?.status).toBe("confirmed"));
    expect(await events()).toHaveLength(1);
  });

  test("an appointment that stood before is added when the calendar is connected", async () => {
    const early = await clinic();
    const notes = `<a href="https://evil.test">Sign in</a>`;
    const id = await booked(early, "15:00", { notes });
    const own = await connected(early, "google_calendar");
    await eventually(async () =>
      expect((await standingAt(own)).of("event")).toEqual([
        expect.objectContaining({
          id: `bk${id.replaceAll("-", "")}`,
          description: expect.stringContaining("&#60;a href="),
        }),
      ]),
    );
  });
});

describe("a connected Slack", () => {
  test("posts what was chosen to the channel that was chosen, once, and nothing else", async () => {
    const house = await clinic();
    const account = await connected(house, "slack");
    const page = await (await house.get("/integrations/slack")).text();
    expect(page).toContain("#front-desk");
    const saved = await house.post("/integrations/slack", {
      do: "save",
      target: "C0FRONTDESK\n#front-desk",
      events: ["booking.made"],
    });
    expect(saved.headers.get("location")).toBe("/integrations/slack?done=saved");
    const id = await booked(house, "09:00");
    const messages = async () => (await standingAt(account)).of("message");
    await eventually(async () => expect(await messages()).toHaveLength(1));
    const [message] = await messages();
    expect(message?.channel).toBe("C0FRONTDESK");
    expect(message?.text).toContain("Booked: Cleaning for Greta Halvorsen");
    await change(id, { do: "cancel" }, 0, house);
    expect(await textOf(await house.get("/integrations/slack"))).toMatch(/An appointment was booked.*Done/);
    expect(await messages()).toHaveLength(1);
  });
});

test("a spreadsheet has a row for each fact about an appointment, also when it didn't answer once", async () => {
  const house = await clinic();
  const account = await connected(house, "google_sheets");
  const events = ["booking.made", "booking.moved"];
  const saved = await house.post("/integrations/google_sheets", { do: "save", events });
  expect(saved.headers.get("location")).toBe("/integrations/google_sheets?done=saved");
  const id = await booked(house, "14:00");
  const told = async () => {
    const [sheet] = (await standingAt(account)).of("spreadsheet");
    return z
      .array(z.array(z.string()))
      .parse(sheet?.rows)
      .slice(1)
      .map(([, , what]) => what);
  };
  await eventually(async () => expect(await told()).toEqual(["Booked"]));
  await fault({ host: "sheets.googleapis.com", status: 500, times: 1 });
  expect((await change(id, { do: "move", date: day, clock: "15:00" }, 0, house)).status).toBe(200);
  await eventually(async () => expect(await told()).toEqual(["Booked", "Moved"]));
});

test("HubSpot has one contact for one number, also when its search doesn't find it yet", async () => {
  const house = await clinic();
  const account = await connected(house, "hubspot");
  const events = ["booking.made", "booking.moved"];
  const saved = await house.post("/integrations/hubspot", { do: "save", events, field_phone: "phone" });
  expect(saved.headers.get("location")).toBe("/integrations/hubspot?done=saved");
  await atProvider({ act: "lag", account, times: 50 });
  const [id] = await Promise.all([booked(house, "09:00"), booked(house, "11:00")]);
  expect((await change(id, { do: "move", date: day, clock: "15:00" }, 0, house)).status).toBe(200);
  await eventually(async () => expect((await standingAt(account)).of("note")).toHaveLength(3));
  expect((await standingAt(account)).of("contact")).toEqual([
    expect.objectContaining({ phone: expect.stringMatching(/^\+1/) }),
  ]);
});
