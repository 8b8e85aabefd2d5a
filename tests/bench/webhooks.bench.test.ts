/** How long it takes from what happens to the first attempt at an endpoint, over the queues as they are: `npm run bench -- webhooks`. */
import { expect, test } from "vitest";
import { z } from "zod";
import { post, sandbox } from "../sandbox/world.ts";
import { memberOf } from "../support/people.ts";
import { newNumber } from "../support/telephone.ts";
import { contactMade, endpointAt, receivedBy } from "../webhooks/arrange.ts";

const wanted = Number(process.env.ROWS ?? "60");
const inPages = 120;
const atOnce = 200;

const kept = z.array(z.object({ at: z.number(), body: z.string() }));
const sentAt = z.object({ timestamp: z.iso.datetime() });

const print = (figure: string, value: number, unit: string, budget: string): void =>
  console.log(`\nBENCH ${JSON.stringify({ figure, value, unit, budget })}`);

/** How long each event that a host got was on its way, the shortest first. */
async function waits(host: string): Promise<number[]> {
  const all = kept.parse(await (await sandbox(`/received?host=${host}`)).json());
  return all
    .map(({ at, body }) => at - Date.parse(sentAt.parse(JSON.parse(body)).timestamp))
    .sort((one, other) => one - other);
}

const share = (sorted: readonly number[], part: number): number =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) / 1000;

async function listening(
  events: readonly string[],
): Promise<{ owner: Awaited<ReturnType<typeof memberOf>>; host: string }> {
  const owner = await memberOf();
  const host = `${crypto.randomUUID()}.sandbox.test`;
  await post("/dns", { name: host, type: "A", value: "93.184.215.20" });
  await post("/web-pages", { host, path: "/hooks", keeps: true });
  await endpointAt(owner, `https://${host}/hooks`, events);
  return { owner, host };
}

test("events one after the other", async () => {
  const { owner, host } = await listening(["contact.created"]);
  // Each alone: how long many at once wait for each other is the burst's figure.
  for (let n = 0; n < wanted; n++) {
    await contactMade(owner, `Person ${n}`);
    await receivedBy(host, n + 1);
  }
  const all = await waits(host);
  expect(all).toHaveLength(wanted);
  print("event to a webhook's first attempt, p50", share(all, 0.5), "s", "");
  print("event to a webhook's first attempt, p95", share(all, 0.95), "s", "≤ 2");
}, 600_000);

async function told(figure: string, host: string, budget: string, many: number): Promise<void> {
  await receivedBy(host, many);
  const all = await waits(host);
  print(`${figure}, p95`, share(all, 0.95), "s", budget);
  print(`${figure}, not arrived`, many - all.length, "events", "= 0");
}

test("pages that many members save at the same time", async () => {
  const { owner, host } = await listening(["contact.created"]);
  await Promise.all(Array.from({ length: inPages }, (_, n) => contactMade(owner, `Person ${n}`)));
  await told(`${inPages} pages saved at once`, host, "", inPages);
});

test("one change of many", async () => {
  const { owner, host } = await listening(["contact.tagged"]);
  const { contactBook } = owner.store;
  const by = { id: owner.userId, name: "Mara", now: Date.now() };
  const saved = await Promise.all(
    Array.from({ length: atOnce }, (_, n) => contactBook.save(contact(`Person ${n}`), by)),
  );
  const ids = saved.flatMap((one) => (one.ok ? one.id : []));
  await contactBook.change({ do: "tag", ids, tag: "spring" }, Date.now());
  await told(`${atOnce} events of one change`, host, "≤ 2", atOnce);
});

const contact = (name: string) => ({
  id: null,
  version: null,
  name,
  company: "",
  address: "",
  time_zone: "",
  country: "",
  status: null,
  numbers: [{ phone_number: newNumber(), label: "" }],
  emails: [],
  custom: {},
});
