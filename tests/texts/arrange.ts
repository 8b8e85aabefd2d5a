/** A clinic that is texted: its number at a carrier, a person's phone, and what stands in the thread. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Role } from "#app/membership/permissions.ts";
import { platformAccount, type Side } from "../carriers/sides.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";

export const texting = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  actions: { ...spec.actions, answer_texts: true },
});

/** Queues deliver when they have time for it. */
const patience = { timeout: 45_000, interval: 50 };

/** Resolves once a condition holds. */
export const until = (holds: () => Promise<unknown>): Promise<unknown> => vi.waitFor(holds, patience);

/** A clinic whose agent answers texts to a number that a carrier has sold it. */
export async function textedClinic(
  side: Side,
  change: (spec: AgentSpec) => AgentSpec = texting,
  role: Role = "owner",
  status = "active",
): Promise<Clinic> {
  const owner = await clinic(change, role, status);
  const { client } = await platformAccount(side);
  const sort = { country: "US", kind: "local" } as const;
  const found = await client.numbers.search({ ...sort, area_code: "503", digits: "", locality: "" });
  const number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
  const bought = await client.numbers.buy({ phone_number: number, number_id: owner.numberId, ...sort });
  if (!bought.ok) throw new Error(`not bought: ${bought.reason} ${bought.why}`);
  const { carrier } = side;
  await changeNumber(
    owner,
    `phone_number = '${number}', provider = '${carrier}', provider_sid = '${bought.sid}'`,
  );
  await env.DB.prepare("update phone_numbers set provider = ?, phone_number = ? where phone_number = ?")
    .bind(carrier, number, owner.number)
    .run();
  owner.number = number;
  return owner;
}

/** Something happened to the number since. */
export const changeNumber = (owner: Clinic, set: string): Promise<unknown> =>
  runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec(`update numbers set ${set}`);
  });

const texted = z.object({ id: z.string(), status: z.number().nullable() });
type More = { media?: number; again?: string; tells_opt_out?: boolean };

/** A person texts the clinic from the sandbox's phone. */
export async function text(owner: Clinic, from: string, words: string, more: More = {}) {
  const answer = await post("/phone/texts", { from, to: owner.number, text: words, ...more });
  if (!answer.ok) throw new Error(`not texted: ${answer.status} ${await answer.text()}`);
  return texted.parse(await answer.json());
}

const shown = z.object({
  texts: z.array(z.object({ id: z.string(), words: z.string(), by: z.string(), status: z.string() })),
});

/** What stands on the person's phone. */
export async function phoneOf(owner: Clinic, other: string) {
  const query = new URLSearchParams({ our: owner.number, other });
  return shown.parse(await (await sandbox(`/phone/texts?${query}`)).json()).texts;
}

/** What the clinic's rows say of its texts, oldest first. */
export const textsOf = (owner: Clinic) =>
  rows(
    owner,
    `select t.id, t.thread_id, t.direction, t.author, t.text, t.status, t.why, t.is_waiting, t.segments, t.media,
      t.cost_micros, t.provider_message_id, t.conversation_id from texts t order by seq`,
  );

/** Resolves once nothing waits to be answered or sent, and gives the texts. */
export async function settled(owner: Clinic, least = 0) {
  return vi.waitFor(async () => {
    const all = await textsOf(owner);
    const busy = all.filter(
      ({ is_waiting, status }) => is_waiting === 1 || status === "queued" || status === "sending",
    );
    expect([busy.length, all.length >= least]).toEqual([0, true]);
    return all;
  }, patience);
}
