/** The clinic's connected apps in the demo: its calendar, which gets the appointments, and Slack, which gets the messages of the last days. */
import { integrationSettings, type NewConnection } from "#app/integrations/integrations.schema.ts";
import { day_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { addDays, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { clinic, staff } from "./demo-clinic.ts";
import type { WorldDoor } from "./world-door.ts";

const account = "frontdesk@brightsmile.test";
const workspace = "Bright Smile";
const scope = "calendar.events calendar.calendarlist.readonly";

/** What happened in the clinic since then is told. */
const connectedBefore_ms = 3 * day_ms;

/** Tokens that the sandbox knows, and the same sealed for the clinic with the secret of local mode. */
const google = {
  access: "ya29.demo",
  refresh: "refresh-demo",
  sealed:
    "v1.6eY_BV5K7wY6HgRm.1caZyN4diH4PuupaPQ3tptZzY5d5a25jKn0njUSO-dS18NUIVSS74VQ_8YlxuIbmJDZeLB2GFlKhqBcHSvDN.ced411f1",
} as const;
const slack = {
  access: "xoxb-demo",
  refresh: null,
  sealed:
    "v1.U_JTlxVzIwRzo-49.gRlScnynLC8fT41Om2ZBzPqSX0qaPIF01MRx1KJ-oR9OA8Pzs-dC2Axa-ACr-_mc4olm4K8.ced411f1",
} as const;

const connectionOf = (
  made: Pick<NewConnection, "provider" | "account_id" | "account_label" | "sealed" | "settings">,
): NewConnection => ({
  ...made,
  auth: "oauth",
  scopes: scope,
  // It is renewed before its first use.
  expires_at: made.provider === "google_calendar" ? 0 : null,
  owner_id: staff[0]?.id ?? "",
});

/** A weekend on which the clinic is closed: no appointment of a story is in its way. */
async function redoTheFloor(world: WorldDoor, now: number): Promise<void> {
  const today = localDate(now, clinic.time_zone);
  const saturday = addDays(today, ((6 - weekdayOf(today) + 7) % 7) + 7);
  // Google's ids have letters a to v and digits.
  const body = {
    id: "floorisredone0",
    summary: "Closed: the floor is redone",
    status: "confirmed",
    start: { date: saturday },
    end: { date: addDays(saturday, 2) },
  };
  await world.apps.put({ account, kind: "event", id: body.id, body: JSON.stringify(body) });
}

export async function connectApps(store: Store, world: WorldDoor, now: number): Promise<void> {
  await world.apps.admit({ app: "google", account, scope }, google);
  await world.apps.admit({ app: "slack", account: workspace, scope: "chat:write" }, slack);
  await world.apps.put({
    account,
    kind: "calendar",
    id: account,
    body: JSON.stringify({ timeZone: clinic.time_zone }),
  });
  await redoTheFloor(world, now);
  const target = { id: account, label: account, url: null };
  const channel = { id: "C0FRONTDESK", label: "#front-desk", url: null };
  await store.integrations.connect(
    connectionOf({
      provider: "google_calendar",
      account_id: "demo-google",
      account_label: account,
      sealed: google.sealed,
      settings: integrationSettings.parse({ target }),
    }),
    now - connectedBefore_ms,
  );
  await store.integrations.connect(
    connectionOf({
      provider: "slack",
      account_id: "TBRIGHTSMILE",
      account_label: workspace,
      sealed: slack.sealed,
      settings: integrationSettings.parse({ target: channel, events: ["message.left", "booking.made"] }),
    }),
    now - connectedBefore_ms,
  );
}
