/** Programs for tests: a key made on its page, requests with it, and an organization with one of each thing. */
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { z } from "zod";
import { specFor } from "#app/agents/agent-templates.ts";
import { campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { newId } from "#app/platform/id.ts";
import { ended, finishedCall, inObject } from "../calls/arrange.ts";
import { memberOf, origin, type Person } from "../support/people.ts";

export const keysPage = "/integrations/keys";

type Wanted = {
  name?: string;
  access?: "read" | "all" | "chosen";
  scopes?: readonly string[];
  days?: string;
};

/** Makes a key as its page does. */
export async function keyOf(person: Person, wanted: Wanted = {}): Promise<string> {
  const { name = "Website", access = "all", scopes = [], days = "30" } = wanted;
  const answer = await person.post(keysPage, { intent: "make", name, access, scopes, days });
  expect(answer.status).toBe(200);
  const [key] = /key_[0-9a-f]{12}_[\w-]{43}/.exec(await answer.text()) ?? [];
  return key ?? "";
}

export type Asked = { method?: string; body?: unknown; headers?: Record<string, string>; at?: string };

/** A request of a program: `path` is under /api/v1. */
export const ask = (key: string | null, path: string, { method = "GET", body, headers = {} }: Asked = {}) =>
  exports.default.fetch(
    new Request(`${origin}/api/v1${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );

export const problemShape = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/** The problem of an answer, as RFC 9457 has it. */
export async function problemOf(answer: Response) {
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = problemShape.parse(await answer.json());
  expect(problem.status).toBe(answer.status);
  return problem;
}

export const jsonOf = async (answer: Response): Promise<unknown> => answer.json();

export const pageShape = z.object({
  data: z.array(z.looseObject({ id: z.string().optional() })),
  next_cursor: z.string().nullable(),
});

/** The ids of one of each thing that an address can name, by the name of its parameter. */
export async function oneOfEach(person: Person): Promise<Record<string, string>> {
  const now = Date.now();
  const agent = await person.store.agents.create({
    id: newId(),
    spec: specFor("receptionist", null),
    created_by: person.userId,
    now,
  });
  const call = finishedCall({ fields: [{ id: "reason", label: "Reason", value: "Parking" }] });
  await ended(person, call);
  const author = { id: person.userId, name: "Mara", now };
  const saved = await person.store.contactBook.save(
    {
      ...{
        id: null,
        version: null,
        name: "Hank Sorensen",
        company: "",
        address: "",
        time_zone: "",
        country: "US",
      },
      status: null,
      numbers: [{ phone_number: `+1212555${String(now).slice(-4)}`, label: "" }],
      emails: [],
      custom: {},
    },
    author,
  );
  const contact_id = saved.ok ? saved.id : "";
  const task_id = newId();
  const task = { id: task_id, contact_id, title: "Call back", due_at: now, assignee: null };
  await person.store.contactTasks.add(task, author, now);
  const list = await person.store.contactSets.saveList({ id: null, name: "Recall" }, person.userId, now);
  await person.store.doNotCall.bar({ phone_number: "+12125550199", source: "member", reason: "Asked", now });
  const campaign_id = await person.store.campaigns.create(campaignDraft.parse({ name: "Recall" }), {
    ...{ id: person.userId, name: "Mara", time_zone: "UTC", locale: "en-US", now },
  });
  const client = await memberOf({
    organization: { name: "Pine", parent_organization_id: person.organizationId },
  });
  const ids = {
    campaign_id,
    client_id: client.organizationId,
    tag: "vip",
    number_id: newId(),
    booking_id: newId(),
    thread_id: newId(),
  };
  await inObject(person, (sql) => {
    sql.exec(
      `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
       values (?, '+14155550100', 'US', 'twilio', 'active', ?, ?)`,
      ...[ids.number_id, now, now],
    );
    sql.exec(
      `insert into bookings (id, starts_at, ends_at, kind, name, phone_number, status, created_at, updated_at)
       values (?, ?, ?, 'Check-up', 'Hank Sorensen', '+14155550142', 'booked', ?, ?)`,
      ...[ids.booking_id, now + 3_600_000, now + 5_400_000, now, now],
    );
    sql.exec(
      `insert into text_threads (id, our_number, other_number, last_at, last_text, created_at)
       values (?, '+14155550100', '+14155550142', ?, 'Hello', ?)`,
      ...[ids.thread_id, now, now],
    );
    sql.exec(
      `insert into texts (id, thread_id, direction, author, text, status, created_at, updated_at)
       values (?, ?, 'in', 'caller', 'Hello', 'received', ?, ?)`,
      ...[newId(), ids.thread_id, now, now],
    );
  });
  const webhook_id = newId();
  const endpoint = {
    id: webhook_id,
    name: "Hooks",
    url: "https://hooks.sandbox.test/api",
    events: ["call.ended"],
  };
  await person.store.webhooks.add({ ...endpoint, sealed: "", created_by: person.userId }, 10, now);
  const told = { event_id: newId(), type: "call.ended", body: "{}" };
  const sent = await person.store.webhooks.test(webhook_id, told, now);
  return {
    ...ids,
    webhook_id,
    delivery_id: typeof sent === "string" ? "" : sent.delivery_id,
    agent_id: agent?.id ?? "",
    call_id: call.id,
    contact_id,
    task_id,
    list_id: list.ok ? list.id : "",
  };
}
