/** Writes the demo into an empty installation, through the sandbox's own bindings: the control plane's tables and the clinic's object. */
import { drizzle } from "drizzle-orm/d1";
import { day_ms } from "#app/platform/durations.ts";
import { type OrganizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import {
  modelKeys,
  organizationBranding,
  organizationMembers,
  organizations,
  phoneNumbers,
  profiles,
  userRoles,
  users,
} from "#drizzle/control/schema.ts";
import type { Demo } from "./demo.ts";
import { seedActivity } from "./demo-activity.ts";
import { agency, agencyBrand, agencyHost, agencyStaff, plumber, plumberStaff } from "./demo-agency.ts";
import { connectApps } from "./demo-apps.ts";
import { type DemoCall, demoCalls } from "./demo-calls.ts";
import { seedCampaigns } from "./demo-campaigns.ts";
import {
  bookingAgent,
  clinic,
  clinicHost,
  clinicModelKey,
  clinicNumbers,
  type DemoPerson,
  demoPassword,
  demoPasswordHash,
  frontDeskAgent,
  newPatientAgent,
  platformAdmin,
  platformOffice,
  staff,
} from "./demo-clinic.ts";
import { seedContacts } from "./demo-contacts.ts";
import { seedDomains } from "./demo-domains.ts";
import { seedErrors } from "./demo-errors.ts";
import { seedIncident } from "./demo-incident.ts";
import { demoKey, seedKeys } from "./demo-keys.ts";
import { seedMoney } from "./demo-money.ts";
import { olderCalls } from "./demo-older-calls.ts";
import { seedRecordings } from "./demo-recordings.ts";
import { clinicTargets } from "./demo-transfers.ts";
import { seedWebhooks } from "./demo-webhooks.ts";
import { seedWorkflows } from "./demo-workflows.ts";
import { colleague, seedCalls } from "./demo-written-calls.ts";
import { localSettings } from "./local-bindings.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { type WorldDoor, worldOf } from "./world-door.ts";

/** How old the demo's accounts are: a little older than their subscriptions. */
const openedBefore_ms = 125 * day_ms;
/** How long ago the clinic's agents went live: facts that are much older are no longer told (appliedKept_ms). */
const setUpBefore_ms = 89.5 * day_ms;
/** The only agent of the client that inherits. */
const plumberAgentId = "01940000-0000-7000-8000-00000000b1a1";

const membersOf = (people: readonly DemoPerson[]) =>
  people.map(({ email, role }) => ({ email, password: demoPassword, role }));

const demo: Demo = {
  platform_admin: { email: platformAdmin.email, password: demoPassword },
  organizations: [
    {
      id: clinic.id,
      name: clinic.name,
      host: clinicHost,
      numbers: clinicNumbers.map(({ phone_number }) => phone_number),
      members: membersOf(staff),
      api_key: demoKey(clinic.id),
    },
    {
      ...{ id: agency.id, name: agency.name, host: agencyHost, numbers: [] },
      members: membersOf(agencyStaff),
      api_key: demoKey(agency.id),
    },
    {
      ...{ id: plumber.id, name: plumber.name, host: agencyHost, numbers: [] },
      members: membersOf(plumberStaff),
      api_key: demoKey(plumber.id),
    },
  ],
};

const owners = [
  { organization_id: clinic.id, people: staff },
  { organization_id: agency.id, people: agencyStaff },
  { organization_id: plumber.id, people: plumberStaff },
].map(({ organization_id, people }) => ({ organization_id, owner_id: people[0]?.id ?? "" }));

/** Seeds once; later calls find the demo. `origin`: where the product is served, for the carrier's webhooks. */
export async function seedDemo(bindings: SandboxBindings, origin: string, now: number): Promise<Demo> {
  const world = worldOf(bindings);
  const known = await world.demo();
  if (known) return known;
  await seedControl(bindings.DB, now - openedBefore_ms);
  await seedActivity(bindings.DB, now - openedBefore_ms, now - setUpBefore_ms);
  await seedKeys(bindings.DB, owners, now - openedBefore_ms);
  await seedDomains(bindings, now - openedBefore_ms, now);
  await seedIncident(bindings.DB, now);
  await sellNumbers(world, origin);
  const recent = demoCalls(now);
  const calls = [...olderCalls(now, recent), ...recent];
  const store = storeIn(bindings, clinic.id);
  // Nothing of its past rings or is told before all of it stands, and the money for it.
  const held = bindings.ORGANIZATION.getByName(clinic.id);
  await held.holdTimers();
  await seedClinic(store, calls, now);
  await seedContacts(store, colleague, now);
  const campaignCalls = await seedCampaigns({ store, d1: bindings.DB }, calls, now);
  const all = [...calls.map(({ call }) => call), ...campaignCalls];
  await seedMoney(bindings, origin, all, now);
  await seedErrors(bindings.DB, { organizationId: clinic.id, callId: recent.at(-1)?.call.id ?? null }, now);
  await seedRecordings(store, world, recent, now);
  await connectApps(store, world, now);
  const who = { organizationId: clinic.id, createdBy: staff[0]?.id ?? "" };
  await seedWebhooks({ store, world }, who, now);
  if (staff[0]) await seedWorkflows(store, staff[0], now);
  await held.releaseTimers();
  await storeIn(bindings, plumber.id).agents.create({
    id: plumberAgentId,
    spec: frontDeskAgent.spec,
    created_by: plumberStaff[0]?.id ?? "",
    now,
  });
  await world.setDemo(demo);
  return demo;
}

/** The only caller of the namespace besides the product's own door (docs/architecture.md, "Door to an organization"), so that no endpoint for seeding is needed. */
function storeIn({ ORGANIZATION }: SandboxBindings, organizationId: string): Store {
  const object: OrganizationObject = ORGANIZATION.getByName(organizationId);
  return storeOf(object);
}

/** The carriers have sold the clinic's numbers and know where to reach the product. */
async function sellNumbers(world: WorldDoor, origin: string): Promise<void> {
  const local = localSettings("");
  const accounts = { twilio: local.TWILIO_ACCOUNT_SID, telnyx: local.TELNYX_ACCOUNT_SID };
  const id = local.TELNYX_APPLICATION_ID;
  for (const { carrier, phone_number, sid } of clinicNumbers) {
    const settings = {
      voice_url: `${origin}/webhooks/${carrier}/voice`,
      voice_method: "POST",
      status_callback: `${origin}/webhooks/${carrier}/status`,
      status_callback_method: "POST",
      connection_id: carrier === "telnyx" ? id : "",
    } as const;
    await world.buyNumber(accounts[carrier], phone_number, settings, sid);
    await world.texts.pointAt(carrier, sid, accounts[carrier], `${origin}/webhooks/${carrier}/message`);
  }
  const voice_url = `${origin}/webhooks/telnyx/voice`;
  const status_callback = `${origin}/webhooks/telnyx/status`;
  await world.configureApplication({ id, voice_url, voice_fallback_url: "", status_callback });
}

async function seedControl(d1: D1Database, opened: number): Promise<void> {
  const db = drizzle(d1);
  const person = ({ id, email, name }: DemoPerson) =>
    db
      .insert(users)
      .values({
        id,
        email,
        email_folded: email,
        name,
        password_hash: demoPasswordHash,
        email_confirmed_at: opened,
        terms_accepted_at: opened,
        created_at: opened,
        updated_at: opened,
      })
      .onConflictDoNothing();
  const home = (id: string, organization_id: string) =>
    db.insert(profiles).values({ id, organization_id, updated_at: opened }).onConflictDoNothing();
  const membership = (organization_id: string, { id, role }: DemoPerson) =>
    db
      .insert(organizationMembers)
      .values({ organization_id, user_id: id, role, created_at: opened })
      .onConflictDoNothing();
  const house = (facts: typeof organizations.$inferInsert) =>
    db.insert(organizations).values(facts).onConflictDoNothing();

  await db.batch([
    house({ ...agency, created_by: agencyStaff[0]?.id ?? null, created_at: opened, updated_at: opened }),
    db
      .insert(organizationBranding)
      .values({ organization_id: agency.id, custom_domain: agencyHost, ...agencyBrand, updated_at: opened })
      .onConflictDoNothing(),
    house({
      ...plumber,
      parent_organization_id: agency.id,
      created_by: plumberStaff[0]?.id ?? null,
      created_at: opened,
      updated_at: opened,
    }),
    ...[
      ...agencyStaff.map((one) => [one, agency.id] as const),
      ...plumberStaff.map((one) => [one, plumber.id] as const),
    ].flatMap(([one, id]) => [person(one), home(one.id, id), membership(id, one)]),
    house({
      ...clinic,
      parent_organization_id: agency.id,
      created_by: staff[0]?.id ?? null,
      created_at: opened,
      updated_at: opened,
    }),
    db
      .insert(organizationBranding)
      .values({
        organization_id: clinic.id,
        custom_domain: clinicHost,
        enable_custom_domain_redirect: true,
        company_name: clinic.name,
        primary_color: "#0e7490",
        secondary_color: "#4d7c0f",
        accent_color: "#c2410c",
        hero_headline: "Every patient gets an answer",
        hero_subheadline: "Appointments, questions and messages, taken care of at any hour.",
        footer_description: "Family dentistry on the corner of the park, by appointment.",
        copyright_text: `© ${clinic.name}`,
        social_twitter: "https://x.com/example",
        social_linkedin: "https://www.linkedin.com/company/example",
        social_facebook: "https://www.facebook.com/example",
        social_instagram: "https://www.instagram.com/example",
        updated_at: opened,
      })
      .onConflictDoNothing(),
    db
      .insert(modelKeys)
      .values({
        ...clinicModelKey,
        organization_id: clinic.id,
        tested_at: opened,
        tested_by: staff[0]?.id ?? null,
        test_result: "works",
        created_by: staff[0]?.id ?? null,
        created_at: opened,
      })
      .onConflictDoNothing(),
    house({ ...platformOffice, created_by: platformAdmin.id, created_at: opened, updated_at: opened }),
    ...staff.flatMap((one) => [person(one), home(one.id, clinic.id), membership(clinic.id, one)]),
    person(platformAdmin),
    home(platformAdmin.id, platformOffice.id),
    membership(platformOffice.id, platformAdmin),
    db
      .insert(userRoles)
      .values({ user_id: platformAdmin.id, role: "admin", created_at: opened })
      .onConflictDoNothing(),
    ...clinicNumbers.map(({ id, carrier, sid, phone_number, agent }) =>
      db
        .insert(phoneNumbers)
        .values({
          phone_number,
          organization_id: clinic.id,
          number_id: id,
          provider: carrier,
          provider_sid: sid,
          agent_name: agent.spec.name,
          created_at: opened,
          updated_at: opened,
        })
        .onConflictDoNothing(),
    ),
  ]);
}

async function seedClinic(store: Store, calls: readonly DemoCall[], now: number): Promise<void> {
  const opened = now - setUpBefore_ms;
  const created_by = staff[0]?.id ?? "";
  for (const { id, is_paused: _, ...target } of clinicTargets)
    await store.transfers.add(target, { id, by: created_by, now: opened });
  for (const { id, spec } of [bookingAgent, frontDeskAgent, newPatientAgent])
    await store.agents.create({ id, spec, created_by, now: opened });
  for (const { id, carrier, sid, phone_number, agent, locality, region } of clinicNumbers) {
    // The plan's fee pays for them.
    const monthly = { micros: 0, currency: "USD" };
    await store.numbers.reserve({
      id,
      phone_number,
      country: clinic.country,
      provider: carrier,
      locality,
      region,
      monthly,
      agent_id: agent.id,
      created_by,
      now: opened,
    });
    await store.numbers.activate({ id, provider_sid: sid, now: opened });
  }
  await seedCalls(store, calls);
}
