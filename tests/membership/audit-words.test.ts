/** The audit trail in words: no reader sees an action's code. */
import { expect, test } from "vitest";
import { auditedActions, auditWords } from "#app/membership/audit-words.ts";
import { accountActions } from "#app/security/event-words.ts";

const sources = import.meta.glob<string>("../../app/**/*.server.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const nothing = { changes: null, target: null, subject: null };

test("every action that the code writes has words of its own", () => {
  const written = Object.values(sources).flatMap((source) =>
    [
      ...source.matchAll(
        /(?:action: |(?:note|record)\(\s*|noteBoth\(actor, \w+, |noteChange\(admin, found, |event\([\w.]+, |side[)\]]}, )["']([a-z_]+\.[a-z_]+)["']/g,
      ),
    ].map(([, action = ""]) => action),
  );
  expect(written).toEqual(expect.arrayContaining(["client.created", "domain.won", "support.left"]));
  expect(written.length).toBeGreaterThan(40);
  expect(auditedActions).toEqual(expect.arrayContaining([...new Set([...written, ...accountActions])]));
});

test("no words are those of another action, and none is a code", () => {
  const said = auditedActions.map((action) => auditWords(action, nothing));
  expect(new Set(said).size).toBe(said.length);
  for (const words of said) expect(words).toMatch(/^[A-Z][^._:]*$/);
});

test.each([
  ["session.started", { changes: { how: "passkey" } }, "Signed in with a passkey"],
  ["session.refused", { subject: "mara@brightsmile.test" }, "Sign-in failed for mara@brightsmile.test"],
  ["number.bought", { changes: { phone_number: "+14155550100" } }, "Bought +1 415 555 0100"],
  [
    "number.assigned",
    { changes: { phone_number: "+14155550100", agent_id: null } },
    "Unassigned +1 415 555 0100",
  ],
  ["invitation.sent", { changes: { role: "viewer" } }, "Invited someone as a viewer"],
  ["invitation.sent_again", { changes: { role: "owner" } }, "Resent an invitation to join as an owner"],
  ["invitation.sent", {}, "Invited someone"],
  ["platform.viewed", { target: "/testing" }, "Viewed the platform's Checks page"],
  ["brand.saved", { changes: { version: 3 } }, "Saved version 3 of the brand"],
  [
    "domain.live",
    { changes: { host: "voice.brightsmile.test" } },
    "A custom domain went live: voice.brightsmile.test",
  ],
  ["organization.support_changed", { changes: { allows_support: false } }, "Turned off support access"],
  ["agent.created", { changes: { copy_of: "another" } }, "Duplicated an agent"],
  [
    "member.role_changed",
    { changes: { role: "admin" }, subject: "a@b.test" },
    "Changed a@b.test's role to admin",
  ],
  ["crown_jewels.polished_twice", {}, "Crown jewels polished twice"],
])("%s with %j is “%s”", (action, facts, words) => {
  expect(auditWords(action, { ...nothing, ...facts })).toBe(words);
});
