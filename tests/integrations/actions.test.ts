/** Actions of workflows at connected apps: done once for a key, and said when they cannot be done. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { performAction } from "#app/integrations/actions.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { connected, fault, standingAt } from "./connecting.ts";

test("each action is done once for its key", async () => {
  const owner = await memberOf();
  const soon = Date.now() + hour_ms;
  const account = await connected(owner, "google_calendar");
  await connected(owner, "google_sheets", account);
  const slack = await connected(owner, "slack");
  const hub = await connected(owner, "hubspot");
  const acts = [
    ["slack.post_message", { text: "Hello", channel_id: "C0GENERAL" }],
    ["hubspot.save_contact", { name: "Greta", email: "greta@people.test" }],
    ["google_sheets.add_row", { what: "Step 2", name: "Greta" }],
    ["google_calendar.add_event", { title: "Call Greta", starts_at: soon, ends_at: soon + hour_ms }],
  ] as const;
  for (const [name, input] of acts)
    for (const _time of [1, 2])
      expect(
        await performAction(env, owner.organizationId, { name, key: `run-1:${name}`, input }),
      ).toMatchObject({ ok: true });
  expect((await standingAt(slack)).of("message")).toEqual([{ channel: "C0GENERAL", text: "Hello" }]);
  expect((await standingAt(hub)).of("contact")).toHaveLength(1);
  const google = await standingAt(account);
  expect(google.of("event")).toEqual([expect.objectContaining({ summary: "Call Greta" })]);
  expect(google.of("spreadsheet")[0]?.rows).toHaveLength(2);
  const page = await pageText(await (await owner.get("/integrations/slack")).text());
  expect(page).toMatch(/A workflow posted a message.*Done/);
});

test("an action says when its app is not connected, its input is wrong, or the app fails", async () => {
  const owner = await memberOf();
  const act = (input: unknown, key = "run-1") =>
    performAction(env, owner.organizationId, { name: "slack.post_message", key, input });
  expect(await act({ text: "Hello" })).toBeNull();
  const account = await connected(owner, "slack");
  expect(await act({ text: "" })).toMatchObject({ ok: false, reason: "refused" });
  expect(await act({ text: "Hello" })).toMatchObject({ ok: false, reason: "missing" });
  await fault({ host: "slack.com", path: "/api/chat.postMessage", status: 500, times: 1 });
  const input = { text: "Hello", channel_id: "C0GENERAL" };
  expect(await act(input, "run-2")).toMatchObject({ ok: false, reason: "unreachable" });
  expect(await act(input, "run-2")).toMatchObject({ ok: true });
  expect((await standingAt(account)).of("message")).toHaveLength(1);
});
