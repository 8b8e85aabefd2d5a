/** Every verb is called directly by actors of every role, and by machines, on the real runtime: it asks for its permission by itself. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { createAgent, saveAgent } from "#app/agents/agent-verbs.server.ts";
import { saveTest } from "#app/agents/tests/test-verbs.server.ts";
import { publishAgent } from "#app/agents/versions/version-verbs.server.ts";
import type { Machine } from "#app/membership/actor.ts";
import { permissions } from "#app/membership/permissions.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { blankGraph } from "#app/workflows/templates.ts";
import * as control from "#drizzle/control/schema.ts";
import { playTestsBy } from "#workers/agent-tests.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { type Caller, callers, verbsMatrix } from "./access-matrix.ts";
import { actorIn, asMember, madeVerbs, testDeps, verbs } from "./acting.ts";

let house: Person;

beforeAll(async () => {
  house = await memberOf();
});

const missing = newId();

const transferTarget = {
  name: "Dana",
  phone_number: "+12127365001",
  use_when: "",
  mode: "announced",
  ring_seconds: 25,
  hours: null,
  time_zone: "UTC",
} as const;
const spec = specFor("receptionist", null);

/** For each verb what it takes: of the right shape, about something that is not there or changes nothing of weight. */
const inputs: Readonly<Record<string, () => unknown>> = {
  "agents.create": () => ({ kind: "receptionist" }),
  "agents.save": () => ({ id: missing, version: 1, spec, answers: null }),
  "agents.rehearse": () => ({
    id: missing,
    spec,
    before: { memory: null, lines: [], has_ended: false },
    said: "",
  }),
  "agents.duplicate": () => ({ id: missing }),
  "agents.archive": () => ({ id: missing }),
  "agents.publish": () => ({ id: missing, version: 1, latest: 1 }),
  "agents.roll_back": () => ({ id: missing, latest: 2, to: 1 }),
  "agents.redraft": () => ({ id: missing, version: 1, of: null }),
  "agents.end_trial": () => ({ id: missing, version: 2, keep: true }),
  "agents.save_test": () => ({
    agent_id: missing,
    id: missing,
    test: { name: "Hello", now: "2026-11-20 10:00", turns: [{ say: "Hello" }], expect: [] },
  }),
  "agents.delete_test": () => ({ agent_id: missing, id: missing }),
  "agents.play_tests": () => ({ agent_id: missing, id: null }),
  "calls.make_test": () => ({ call_id: missing }),
  "agents.change_secrets": () => ({ agent_id: missing, kept: [], forgotten: [missing] }),
  "agents.test_tool": () => ({
    agent: { id: missing, name: "Agent" },
    tool: {
      id: "check",
      name: "check",
      description: "Checks.",
      url: "https://pages.sandbox.test/echo",
      fields: [],
      secret_id: null,
      timeout_ms: 1000,
      filler: "",
    },
    secret: null,
  }),
  "knowledge.add_entry": () => ({ title: "Parking", text: crypto.randomUUID(), agent_ids: null }),
  "knowledge.add_file": () => ({ file: new File([crypto.randomUUID()], "words.txt"), agent_ids: null }),
  "knowledge.add_page": () => ({ address: `${crypto.randomUUID()}.test`, agent_ids: null }),
  "knowledge.edit_entry": () => ({ id: missing, title: "Parking", text: "Free." }),
  "knowledge.refresh": () => ({ id: missing }),
  "knowledge.use": () => ({ id: missing, agent_ids: null }),
  "knowledge.delete": () => ({ id: missing }),
  "questions.answer": () => ({ id: missing, answer: "Yes." }),
  "questions.dismiss": () => ({ id: missing }),
  "questions.merge": () => ({ id: missing, into: missing }),
  "voices.favor": () => ({ voice: "google:en-US-Chirp3-HD-Kore", on: false }),
  "voices.choose": () => ({ default_voice: "", fallback_voice: "" }),
  "voices.add_word": () => ({ word: "Nguyen", said: "win" }),
  "voices.remove_word": () => ({ word: "nothing" }),
  "numbers.buy": () => ({
    phone_number: "+14155550100",
    country: "US",
    kind: "local",
    locality: "",
    region: "",
    proof: "none",
    agent_id: null,
  }),
  "numbers.order": () => ({
    phone_number: "+14155550100",
    country: "US",
    kind: "toll_free",
    locality: "",
    region: "",
    proof: "none",
    agent_id: null,
  }),
  "numbers.import": () => ({
    account_id: missing,
    phone_number: "+14155550100",
    country: "US",
    agent_id: null,
  }),
  "carriers.connect": () => ({ carrier: "none", name: "Ours", credentials: {} }),
  "carriers.test": () => ({ id: missing }),
  "carriers.remove": () => ({ id: missing }),
  "carriers.rename": () => ({ id: missing, name: "Ours" }),
  "carriers.replace_credentials": () => ({ id: missing, credentials: {} }),
  "carriers.limit": () => ({ id: missing, lines: null, calls_per_second: null }),
  "telephony.save": () => ({ countries_in: [] }),
  "numbers.route": () => ({
    id: missing,
    label: null,
    agent_id: null,
    outbound_agent_id: null,
    routing: { when_closed: "agent", after_hours_agent_id: null, fallback_number: null },
  }),
  "numbers.examine": () => ({ id: missing }),
  "numbers.repair": () => ({ id: missing, repair: "assign" }),
  "numbers.assign": () => ({ id: missing, agent_id: null }),
  "numbers.release": () => ({ id: missing }),
  "protection.save": () => ({}),
  "protection.block": () => ({ typed: "+14155550199" }),
  "protection.block_caller": () => ({ call_id: missing }),
  "protection.unblock": () => ({ id: missing }),
  "protection.let_in": () => ({}),
  "transfers.add": () => ({ ...transferTarget }),
  "transfers.change": () => ({ ...transferTarget, id: missing }),
  "transfers.pause": () => ({ id: missing, paused: true }),
  "transfers.move": () => ({ id: missing, towards: "up" }),
  "transfers.remove": () => ({ id: missing }),
  "checkout.start": () => ({ priceId: missing }),
  "plan.change": () => ({ price: missing, shown: missing }),
  "plan.cancel": () => ({}),
  "plan.resume": () => ({}),
  "plan.keep": () => ({ shown: "price_x" }),
  "plan.open_portal": () => ({ for: "card" }),
  "calls.place": () => ({
    agent_id: missing,
    to: "+14155550199",
    number_id: null,
    reason: null,
    key: missing,
  }),
  "campaigns.save": () => ({ id: null, draft: { name: "Spring" } }),
  "campaigns.start": () => ({ id: missing }),
  "campaigns.pause": () => ({ id: missing }),
  "campaigns.resume": () => ({ id: missing }),
  "campaigns.stop": () => ({ id: missing }),
  "campaigns.remove": () => ({ id: missing }),
  "campaigns.clone": () => ({ id: missing, name: "Again" }),
  "campaigns.redial": () => ({ id: missing, name: "Again" }),
  "campaigns.join": () => ({ campaign_id: missing, contact_id: missing }),
  "campaigns.screening_add": () => ({ name: "Register", kind: "national", text: "+12125550100" }),
  "campaigns.screening_remove": () => ({ id: missing }),
  "campaigns.limit": () => ({ per_day: 5, per_minute: null, number_in_14_days: null }),
  "calls.steer": () => ({ do: "end", call_id: missing }),
  "call_notes.add": () => ({ call_id: missing, id: missing, text: "Asked twice." }),
  "call_notes.edit": () => ({ call_id: missing, id: missing, text: "Asked twice." }),
  "call_notes.delete": () => ({ call_id: missing, id: missing }),
  "call_tags.add": () => ({ call_id: missing, tag: "vip" }),
  "call_tags.remove": () => ({ call_id: missing, tag: "vip" }),
  "calls.block": () => ({ call_id: missing }),
  "calls.note_consent": () => ({ call_id: missing, channel: "call", agrees: true }),
  "calls.unblock": () => ({ call_id: missing, reason: "A mistake" }),
  "recordings.choose": () => ({ is_on: false, consent: "This call is recorded.", retention_days: 30 }),
  "recordings.delete": () => ({ call_id: missing }),
  "call_shares.make": () => ({ call_id: missing, days: "7" }),
  "call_shares.revoke": () => ({ call_id: missing, id: missing }),
  "call_views.save": () => ({ id: newId(), name: "Booked", query: "?outcome=booked" }),
  "call_views.delete": () => ({ id: missing }),
  "call_columns.choose": () => ({ columns: ["outcome"] }),
  "calls.tag": () => ({ ids: [missing], tag: "vip" }),
  "calls.export": () => ({ format: "csv", query: "" }),
  "calls.delete": () => ({ ids: [missing] }),
  "call_backs.settle": () => ({ id: missing, state: "done" }),
  "messages.finish": () => ({ id: missing }),
  "messages.reopen": () => ({ id: missing }),
  "texts.send": () => ({ id: missing, text: "Hello", request: newId() }),
  "texts.send_to": () => ({ to: "+12125550100", number_id: null, text: "Hello", request: newId() }),
  "workflows.save": () => ({ id: missing, version: 1, name: "Follow up", graph: blankGraph }),
  "workflows.enable": () => ({ id: missing }),
  "workflows.renew_address": () => ({ id: missing }),
  "workflows.disable": () => ({ id: missing }),
  "workflows.archive": () => ({ id: missing }),
  "workflows.try": () => ({ id: missing, event_id: missing, mode: "dry" }),
  "workflows.email": () => ({ to: house.email, subject: "Hello", text: "Hello", key: newId() }),
  "workflows.retry": () => ({ run_id: missing, step_id: null }),
  "workflows.retry_failed": () => ({ id: missing }),
  "texts.mark_read": () => ({ id: missing }),
  "texts.let_agent": () => ({ id: missing, answers: true }),
  "contacts.save": () => ({
    id: missing,
    version: 1,
    name: "Ada",
    company: "",
    address: "",
    time_zone: "",
    country: "",
    status: null,
    numbers: [],
    emails: [],
    custom: {},
  }),
  "contacts.change": () => ({ do: "archive", ids: [missing] }),
  "contacts.merge": () => ({ into: missing, from: newId() }),
  "contacts.note": () => ({ contact_id: missing, id: newId(), text: "Hello" }),
  "tasks.add": () => ({ id: newId(), contact_id: missing, title: "Call", due_on: null, assignee_id: null }),
  "tasks.change": () => ({ id: missing, done: true }),
  "tasks.remove": () => ({ id: missing }),
  "contacts.delete_note": () => ({ contact_id: missing, id: missing }),
  "contacts.give_consent": () => ({
    request: newId(),
    phone_number: null,
    contact_id: missing,
    kind: "express",
    channel: "call",
    source: "A form",
    proof: "",
  }),
  "contacts.revoke_consent": () => ({ contact_id: missing, id: missing }),
  "contact_imports.begin": () => ({ kind: "contacts", file_name: "people.csv", bytes: 10 }),
  "contact_imports.send_part": () => ({ id: missing, part: 0, bytes: new ArrayBuffer(4) }),
  "contact_imports.finish_upload": () => ({ id: missing }),
  "contact_imports.start": () => ({
    id: missing,
    options: {
      columns: ["number"],
      headings: [],
      has_headings: false,
      delimiter: ",",
      newline: "\n",
      country: "US",
      duplicates: "skip",
      list_id: null,
      tag: "",
      consent: null,
      reason: "",
    },
  }),
  "contact_imports.cancel": () => ({ id: missing }),
  "contact_imports.undo": () => ({ id: missing }),
  "contacts.export": () => ({}),
  "contact_lists.save": () => ({ id: missing, name: "Spring" }),
  "contact_lists.remove": () => ({ id: missing }),
  "contact_segments.save": () => ({ name: "Quiet", address: "status=new" }),
  "contact_segments.remove": () => ({ id: missing }),
  "contact_fields.save": () => ({ key: null, label: "Plan" }),
  "contact_fields.remove": () => ({ key: "plan" }),
  "do_not_call.add": () => ({ phone_number: "+12025550143", reason: "They asked" }),
  "do_not_call.remove": () => ({ phone_number: "+12025550144", reason: "A mistake", they_asked: false }),
  "bookings.book": () => ({
    request: newId(),
    agent: "",
    kind: "Visit",
    minutes: 30,
    name: "Ada",
    phone: "",
    notes: "",
    date: "2027-06-01",
    clock: "10:00",
    anyway: "on",
  }),
  "bookings.move": () => ({
    booking: missing,
    version: 0,
    request: newId(),
    date: "2027-06-01",
    clock: "10:00",
    anyway: "on",
  }),
  "bookings.cancel": () => ({ booking: missing, version: 0, request: newId() }),
  "bookings.mark_no_show": () => ({ booking: missing, version: 0, request: newId() }),
  "bookings.restore": () => ({ booking: missing, version: 0, request: newId() }),
  "bookings.note": () => ({ booking: missing, version: 0, request: newId(), notes: "" }),
  "calendar_feeds.make": () => ({}),
  "calendar_feeds.remove": () => ({}),
  "notices.choose": () => ({ events: ["booking"] }),
  "errors.mark": () => ({ error: "0".repeat(32), state: "resolved" }),
  "errors.keep_details": () => ({ keeps_error_details: true }),
  "joining.allow": () => ({ domain: "people.test" }),
  "joining.stop": () => ({ domain: "people.test" }),
  "members.change_role": () => ({ member: missing, role: "viewer" }),
  "members.remove": () => ({ member: missing }),
  "members.sign_out": () => ({ member: missing }),
  "members.leave": () => ({}),
  "invitations.send": () => ({ email: house.email, role: "viewer" }),
  "invitations.resend": () => ({ invitation: missing }),
  "invitations.revoke": () => ({ invitation: missing }),
  "settings.save_profile": () => ({ name: "Harbor Clinic", address: "", website: "", contact_email: "" }),
  "settings.save_region": () => ({ time_zone: "America/New_York", locale: "en-US", currency: "USD" }),
  "settings.save_calling_hours": () => ({ calling_hours: null }),
  "settings.save_test_number": () => ({ default_test_number: null }),
  "settings.save_closed_days": () => ({ days: [] }),
  "settings.save_retention": () => ({ retention_days: null }),
  "settings.save_redaction": () => ({ redaction: { cards: true } }),
  "data.export": () => ({}),
  "data.erase_person": () => ({ phone_number: "+14155550177", email: null }),
  "agents.call": () => ({ agent_id: missing, origin: "https://app.test" }),
  "widgets.save": () => ({
    agent_id: missing,
    enabled: false,
    allowed_hosts: [],
    position: "right",
    greeting: "Hello!",
    color: null,
  }),
  "widgets.renew_key": () => ({ agent_id: missing }),
  "models.add_key": () => ({ provider: "openai", name: "OpenAI", base_url: "", key: `sk-${missing}` }),
  "integrations.connect": () => ({
    provider: "slack",
    auth: "oauth",
    tokens: { access: missing, refresh: null },
    expires_at: null,
    scopes: "",
    given: null,
  }),
  "integrations.test": () => ({ provider: "slack" }),
  "integrations.save": () => ({ provider: "slack", settings: {} }),
  "integrations.disconnect": () => ({ provider: "slack" }),
  "models.test_key": () => ({ id: missing }),
  "models.remove_key": () => ({ id: missing }),
  "api_keys.make": () => ({ name: "Website", access: "read", scopes: [], days: "30" }),
  "api_keys.revoke": () => ({ id: missing }),
  "webhooks.add": () => ({ name: "Hooks", url: "https://hooks.sandbox.test/verbs", events: ["call.ended"] }),
  "webhooks.change": () => ({
    id: missing,
    name: "Hooks",
    url: "https://hooks.sandbox.test/verbs",
    events: ["call.ended"],
  }),
  "webhooks.switch": () => ({ id: missing, on: true }),
  "webhooks.rotate": () => ({ id: missing }),
  "webhooks.remove": () => ({ id: missing }),
  "webhooks.test": () => ({ id: missing, event: "call.ended" }),
  "webhooks.replay": () => ({ id: missing, delivery_id: "msg_1" }),
  "webhooks.replay_failed": () => ({ id: missing, since: 0 }),
  "subscription.save_cap": () => ({ amount: null, currency: "USD", action: "warn" }),
  "settings.require_two_factor": () => ({ require_two_factor: true }),
  "legal.save": () => ({ page: "terms", body: "Be kind." }),
  "legal.reset": () => ({ page: "terms" }),
  "brand.save": () => ({ version: 0, fields: {} }),
  "brand.reset": () => ({ version: 0 }),
  "brand.restore": () => ({ version: 0, restored: 99 }),
  "brand.upload_image": () => ({ field: "logo_url", file: new Blob([]) }),
  "domains.add": () => ({ domain: "not a domain" }),
  "domains.check": () => ({ id: missing }),
  "domains.check_pending": () => ({}),
  "domains.retry": () => ({ id: missing }),
  "domains.make_primary": () => ({ id: missing }),
  "domains.remove": () => ({ id: missing }),
  "sender.set": () => ({ address: "hello@platform.invalid" }),
  "sender.check": () => ({}),
  "sender.remove": () => ({}),
  "settings.allow_support": () => ({ allows_support: true }),
  "agents.import": () => ({ setup: "{}" }),
  "client_templates.create": () => ({ name: "Start", from: missing }),
  "client_templates.rename": () => ({ template: missing, name: "Start" }),
  "client_templates.delete": () => ({ template: missing }),
  "clients.create": () => ({
    name: "Harbor Dental",
    owner: "harbor@people.test",
    tier: "starter",
    status: "pending",
    template: "",
  }),
  "clients.update": () => ({ client: missing, name: "Harbor", tier: "starter", status: "pending" }),
  "clients.set_price": () => ({
    tier: "starter",
    client: missing,
    version: 0,
    fee_amount: 4900,
    included_minutes: 100,
    minute_micros: 200_000,
  }),
  "clients.remove_price": () => ({ tier: "starter", client: "", version: 1 }),
  "clients.connect_payouts": () => ({ attempt: missing, page: "https://app.test/clients/payouts" }),
  "clients.open_payouts": () => ({}),
  "clients.disconnect_payouts": () => ({}),
  "clients.withhold": () => ({ client: missing, withheld: [] }),
  "clients.flag": () => ({ client: missing }),
  "clients.suspend": () => ({ client: missing }),
  "clients.resume": () => ({ client: missing }),
  "clients.restore": () => ({ client: missing }),
  "clients.move": () => ({ client: missing }),
  "clients.offer": () => ({ client: missing, email: "harbor@people.test" }),
  "clients.withdraw_offer": () => ({ client: missing }),
  "clients.take_over": () => ({ token: missing }),
  "clients.archive": () => ({ client: missing }),
  "clients.invite": () => ({ client: missing, email: "harbor@people.test", role: "viewer" }),
  "clients.revoke_invitation": () => ({ client: missing, invitation: missing }),
  "clients.open": () => ({ client: missing, reason: "Checking the hours" }),
  "organizations.hand_over": () => ({ member: missing }),
  "organizations.delete": () => ({}),
  "organizations.restore": () => ({}),
};

const key = (granted: Machine["permissions"]): Machine => ({
  kind: "api_key",
  id: newId(),
  name: "Reception",
  permissions: granted,
});

async function as(caller: Caller) {
  const { organizationId } = house;
  if (caller === "key") return key(permissions);
  if (caller === "bare") return key([]);
  return asMember(await memberOf({ role: caller, organizationId }));
}

function verbOf(name: string) {
  const found = verbs.get(name.replace("CALL ", ""));
  const input = inputs[found?.verb ?? ""]?.();
  if (!found || input === undefined) throw new Error(`no verb ${name}`);
  return { call: found, input: found.input.parse(input) };
}

const unheard = () => Promise.reject(new Error("no draft is there to answer"));

/** What calling a verb comes to: "ok", or the code that it throws. */
async function outcomeOf(name: string, actor: Awaited<ReturnType<typeof actorIn>>): Promise<string> {
  const { call, input } = verbOf(name);
  const { deps, settled } = testDeps();
  try {
    await call(actor, input, { ...deps, rehearse: unheard, play: playTestsBy(env) });
    await settled();
    return "ok";
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === "forbidden" ? "refused" : code;
  }
}

test("every verb has its line and is exported, and no line is left over", () => {
  const named = [...verbsMatrix.keys()].map((line) => line.replace("CALL ", ""));
  expect(named.sort()).toEqual(madeVerbs.toSorted());
  expect([...verbs.keys()].sort()).toEqual(named);
});

test.each([...verbsMatrix])("%s lets in whom it should", async (name, expected) => {
  const met: Record<string, string> = {};
  for (const caller of callers)
    met[caller] = await outcomeOf(name, await actorIn(house.organizationId, await as(caller)));
  expect(met).toEqual(expected);
});

test("a verb of a section that the brand hides is not there, for owners and machines", async () => {
  const hidden = [...verbs.values()].filter(({ section }) => section !== undefined);
  expect(hidden.map(({ verb }) => verb)).toEqual(
    expect.arrayContaining(["numbers.buy", "settings.save_profile", "organizations.delete"]),
  );
  for (const { verb, section } of hidden)
    for (const caller of ["owner", "key"] as const) {
      const actor = await actorIn(house.organizationId, await as(caller), section ? [section] : []);
      expect(await outcomeOf(verb, actor), `${verb} as ${caller}`).toBe("not_found");
    }
});

const linesOf = (actor_id: string) =>
  controlPlane().select().from(control.auditEvents).where(eq(control.auditEvents.actor_id, actor_id));

test("what a machine does and may not do stands in the audit trail under its own name, without a request", async () => {
  const { organizationId, store } = await memberOf();
  const machine = key(["agents.write"]);
  const actor = await actorIn(organizationId, machine);
  const { deps } = testDeps();
  const made = await createAgent(actor, { kind: "receptionist" }, deps);
  if (!made.ok) throw new Error(made.reason);
  expect(await store.agents.names()).toMatchObject([{ id: made.id }]);
  expect(await outcomeOf("numbers.release", actor)).toBe("refused");
  const lines = await linesOf(`api_key:${machine.id}`);
  expect(lines.map(({ action, target }) => ({ action, target }))).toEqual([
    { action: "agent.created", target: made.id },
    { action: "access.refused", target: "numbers.write" },
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ organization_id: organizationId, ip_prefix: null, request_id: null });
});

test("an agent may not put callers through to a number that costs extra, through any door", async () => {
  const actor = await actorIn(house.organizationId, key(["agents.write"]));
  const { deps } = testDeps();
  const made = await createAgent(actor, { kind: "receptionist" }, deps);
  if (!made.ok) throw new Error(made.reason);
  const transfer = { phone_number: "+19005550123", name: "Hotline" };
  const edit = { ...spec, actions: { ...spec.actions, transfer } };
  const saved = await saveAgent(actor, { id: made.id, version: 1, spec: edit, answers: null });
  expect(saved).toEqual({ ok: false, reason: "not_dialled", why: "costs_extra" });
  expect((await actor.store.agents.find(made.id))?.version).toBe(1);
});

test("an agent whose parts do not fit together is no input for saving it, through any door", () => {
  const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const { actions } = specFor("appointment_booking", null);
  const wrong = {
    booking_without_hours: { hours: { ...spec.hours, weekly: closed }, actions },
    transfer_without_number: { when_unknown: "transfer", actions: { ...actions, transfer: null } },
    voicemail_without_words: { voicemail: "message", voicemail_message: null },
    appointment_without_booking: {
      fields: specFor("appointment_booking", null).fields,
      actions: { ...actions, book: null },
    },
  };
  for (const [kind, parts] of Object.entries(wrong)) {
    const parsed = saveAgent.input.safeParse({ id: missing, version: 1, spec: { ...spec, ...parts } });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([kind]);
  }
});

test("a failed test of the agent's own keeps its draft from being published, until a person says so", async () => {
  const actor = await actorIn(house.organizationId, key(["agents.write"]));
  const { deps } = testDeps();
  const made = await createAgent(actor, { kind: "receptionist" }, deps);
  if (!made.ok) throw new Error(made.reason);
  await saveAgent(actor, { id: made.id, version: 1, spec: { ...spec, greeting: "Hello." }, answers: null });
  for (const [id, says] of Object.entries({ met: "Hello", missed: "Good morning", worded: "Hello." }))
    await saveTest(actor, {
      agent_id: made.id,
      id,
      test: saveTest.input.shape.test.parse({
        name: `Says ${says}`,
        now: "2026-11-20 10:00",
        turns: [{ hang_up: true }],
        expect: [{ turn: 0, says }],
      }),
    });
  const failed = [{ id: "missed", name: "Says Good morning" }];
  const play = playTestsBy(env);
  const wanted = publishAgent.input.parse({ id: made.id, version: 2, latest: 1 });
  const refused = { ok: false, reason: "tests_failed", total: 3, failed };
  expect(await publishAgent(actor, wanted, { ...deps, play })).toEqual(refused);
  expect((await actor.store.agents.find(made.id))?.live?.version).toBe(1);
  const anyway = { ...wanted, despite_tests: true };
  expect(await publishAgent(actor, anyway, { ...deps, play })).toEqual({ ok: true, version: 2 });
  const { versions } = await actor.store.versionHistory.page(made.id, null);
  expect(versions[0]).toMatchObject({ version: 2, tests_total: 3, tests_failed: 1 });
});

test("a role that is unknown may call nothing but leave", async () => {
  const person = await memberOf({ organizationId: house.organizationId });
  const actor = await actorIn(house.organizationId, { ...asMember(person), role: "admin,owner" });
  for (const name of verbs.keys())
    expect(await outcomeOf(name, actor), name).toBe(name === "members.leave" ? "ok" : "refused");
});

test("a sensitive verb refuses an owner without a recent proof of identity, and changes nothing", async () => {
  const owner = await memberOf();
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const { deps } = testDeps();
  const asked = {
    "organizations.delete": {},
    "organizations.hand_over": { member: other.userId },
    "joining.allow": { domain: "people.test" },
    "members.sign_out": { member: other.userId },
    "members.change_role": { member: other.userId, role: "owner" },
    "invitations.send": { email: "new@people.test", role: "owner" },
    "settings.require_two_factor": { require_two_factor: false },
    "clients.move": { client: missing },
    "clients.offer": { client: missing, email: "harbor@people.test" },
    "clients.take_over": { token: missing },
    "clients.archive": { client: missing },
    "clients.open": { client: missing, reason: "Checking the hours", may_write: false },
  };
  const hourAgo = { ...asMember(owner), provenAt: Date.now() - 3_600_000 };
  for (const by of [asMember(owner), hourAgo]) {
    const actor = await actorIn(owner.organizationId, by);
    for (const [name, input] of Object.entries(asked))
      expect(await verbs.get(name)?.(actor, input, deps), name).toEqual({ ok: false, reason: "unproven" });
  }
  expect(await linesOf(owner.userId)).toEqual([]);
  expect((await other.get("/users")).status).toBe(200);
});
