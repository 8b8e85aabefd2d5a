/** What the forms in the list of numbers become: calls of verbs, and their outcomes in words. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { missing } from "#app/platform/errors.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { chooseAnswerer, releaseHeldNumber } from "./number-verbs.server.ts";
import { refusalWords } from "./number-words.ts";

const id = chooseAnswerer.input.shape.id;

const change = z.discriminatedUnion("do", [
  z.object({ do: z.literal("assign"), number: id, agent: z.union([z.literal(""), z.uuid()]) }),
  z.object({ do: z.literal("release"), number: id }),
]);

type Said = { status: number; isGood: boolean; message: string };

/** Applies the posted change and describes the outcome. @throws a 404 answer for a number of another organization */
export async function changeNumber(actor: Actor, posted: FormData, deps: Deps): Promise<Said> {
  const wanted = change.safeParse(Object.fromEntries(posted));
  if (!wanted.success) return { status: 422, isGood: false, message: "Choose a number and an agent." };
  const { number } = wanted.data;
  return wanted.data.do === "assign"
    ? assign(actor, { id: number, agent_id: wanted.data.agent || null }, deps)
    : release(actor, { id: number }, deps);
}

async function assign(
  actor: Actor,
  choice: z.output<typeof chooseAnswerer.input>,
  deps: Deps,
): Promise<Said> {
  const assigned = await chooseAnswerer(actor, choice, deps);
  if (!assigned.ok && assigned.reason === "not_found")
    throw missing("number", { to: "/numbers", label: "Numbers" });
  if (!assigned.ok) return { status: 422, isGood: false, message: refusalWords(assigned.reason, "") };
  const shown = internationally(assigned.phone_number);
  const { agent_name } = assigned;
  const message = agent_name
    ? `${agent_name} will answer ${shown} starting with the next call.`
    : `${shown} is no longer assigned to an agent.`;
  return { status: 200, isGood: true, message };
}

async function release(
  actor: Actor,
  choice: z.output<typeof releaseHeldNumber.input>,
  deps: Deps,
): Promise<Said> {
  const released = await releaseHeldNumber(actor, choice, deps);
  if (!released.ok) throw missing("number", { to: "/numbers", label: "Numbers" });
  const shown = internationally(released.phone_number);
  const message = released.pending
    ? `${shown} no longer answers calls. The phone carrier hasn't confirmed the release yet, so we'll keep checking.`
    : `${shown} was released.`;
  return { status: 200, isGood: true, message };
}
