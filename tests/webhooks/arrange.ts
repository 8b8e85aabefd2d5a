/** Endpoints of webhooks as tests arrange them: an address that keeps what it gets, and time that passes. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { z } from "zod";
import { post, sandbox } from "../sandbox/world.ts";
import { at } from "../support/clock.ts";
import { pageText } from "../support/page-form.ts";
import type { Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";

const patience = { timeout: 60_000, interval: 25 };
export const until = <T>(holds: () => Promise<T>): Promise<T> => vi.waitFor(holds, patience);

/** An address of the outside world that DNS knows, and that answers as a test wants. */
export async function address(
  page: object = {},
  value = "93.184.215.20",
): Promise<{ host: string; url: string }> {
  const host = `${crypto.randomUUID()}.sandbox.test`;
  await post("/dns", { name: host, type: "A", value });
  await post("/web-pages", { host, path: "/hooks", type: "text/plain", body: "OK", keeps: true, ...page });
  return { host, url: `https://${host}/hooks` };
}

const kept = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
);

/** What an address got. */
export const received = async (host: string) =>
  kept.parse(await (await sandbox(`/received?host=${host}`)).json());

/** The same, once there are so many. */
export const receivedBy = (host: string, least: number) =>
  until(async () => {
    const all = await received(host);
    if (all.length < least) throw new Error(`${all.length} of ${least} at ${host}`);
    return all;
  });

/** Adds an endpoint by the form of the page. */
export async function endpointAt(
  owner: Person,
  url: string,
  events: readonly string[] = ["contact.created"],
): Promise<{ id: string; secret: string; path: string }> {
  const answer = await owner.post("/integrations/webhooks", { do: "add", name: "Hooks", url, events });
  const html = await answer.text();
  const [secret = ""] = /whsec_[A-Za-z0-9+/=]+/.exec(await pageText(html)) ?? [];
  const [, id = ""] = /\/integrations\/webhooks\/([0-9a-f-]{36})/.exec(html) ?? [];
  if (answer.status !== 201 || secret === "" || id === "")
    throw new Error(`${answer.status}: ${await pageText(html)}`);
  return { id, secret, path: `/integrations/webhooks/${id}` };
}

/** Something happens: a member makes a contact. */
export async function contactMade(owner: Person, name = "Greta Halvorsen"): Promise<void> {
  const form = { name, company: "", status: "new", number: [newNumber()], label: ["Mobile"], email: [""] };
  const made = await owner.post("/contacts/new", form);
  if (made.status !== 302) throw new Error(await pageText(await made.text()));
}

const deliveryRows = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    attempts: z.number(),
    why: z.string().nullable(),
    last_status: z.number().nullable(),
  }),
);

export const deliveries = async (owner: Person) =>
  deliveryRows.parse(
    await rows(owner, "select id, status, attempts, why, last_status from webhook_deliveries order by seq"),
  );

const attempts = async (owner: Person): Promise<number> =>
  Number((await rows(owner, "select count(*) as n from webhook_attempts"))[0]?.n ?? 0);

/** The first delivery, once it was tried so often. */
export const tried = (owner: Person, times = 1) =>
  until(async () => {
    const [first] = await deliveries(owner);
    if (!first || first.attempts < times) throw new Error(`tried ${first?.attempts ?? "never"}`);
    return first;
  });

/** The organization's timer rings when so much time has passed, and what it sends is tried. @returns whether an attempt was made */
export async function later(owner: Person, ms: number): Promise<void> {
  const before = await attempts(owner);
  const object = env.ORGANIZATION.getByName(owner.organizationId);
  await at(Date.now() + ms, () => runDurableObjectAlarm(object));
  await until(async () => {
    if ((await attempts(owner)) <= before) throw new Error("no attempt yet");
  });
}
