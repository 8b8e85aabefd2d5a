/** What changes the protection of an organization's numbers. */
import { z } from "zod";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { blockedPattern, longestNote, protectionRules } from "./protection.schema.ts";

const about = { permission: "numbers.write", section: "numbers" } as const;

/** Sets the budgets of callers and numbers. */
export const saveProtection = verb(
  { ...about, verb: "protection.save", input: protectionRules },
  async (actor, rules): Promise<{ ok: true }> => {
    await actor.store.protection.setRules(rules);
    await actor.record("protection.changed", actor.organization.id, rules);
    return { ok: true };
  },
);

const note = z.string().trim().max(longestNote).default("");

/** `typed`: a number as people write it; `starts`: the beginning of numbers. */
const typedBlock = z.object({ typed: z.string().trim().max(60), starts: z.boolean().default(false), note });

type Blocked =
  | { ok: true; pattern: string }
  | { ok: false; reason: "no_number" | "no_beginning" | "full" | "not_found" };

const rowOf = (actor: Actor, noted: string) => ({
  id: newId(),
  note: noted,
  created_by: authorOf(actor),
  now: Date.now(),
});

/** Adds a number, or the beginning of numbers, to the block list. */
export const blockNumber = verb(
  { ...about, verb: "protection.block", worksUnpaid: true, input: typedBlock },
  async (actor, { typed, starts, note: noted }): Promise<Blocked> => {
    const bare = typed.replace(/[\s().-]/g, "");
    const pattern = starts ? bare : phoneNumberFrom(typed, actor.organization.country);
    if (pattern === null) return { ok: false, reason: "no_number" };
    if (!blockedPattern.safeParse(pattern).success) return { ok: false, reason: "no_beginning" };
    const row = rowOf(actor, noted);
    const answer = await actor.store.protection.block({ ...row, pattern, is_prefix: starts });
    if (!answer.ok) return answer;
    // The trail outlives the erasure of a person: it has no caller's number.
    await actor.record("protection.blocked", row.id);
    return { ok: true, pattern };
  },
);

/** Blocks the caller of a call. */
export const blockCallerOf = verb(
  {
    ...about,
    verb: "protection.block_caller",
    worksUnpaid: true,
    input: z.object({ call_id: z.string().min(1).max(100) }),
  },
  async (actor, { call_id }): Promise<Blocked> => {
    const answer = await actor.store.protection.blockCaller(call_id, rowOf(actor, ""));
    if (answer === null) return { ok: false, reason: "not_found" };
    if (!answer.ok) return answer;
    await actor.record("protection.blocked", call_id);
    return { ok: true, pattern: answer.pattern };
  },
);

/** Takes an entry off the block list. */
export const unblockNumber = verb(
  { ...about, verb: "protection.unblock", worksUnpaid: true, input: z.object({ id: z.uuid() }) },
  async (actor, { id }): Promise<Blocked> => {
    const pattern = await actor.store.protection.unblock(id);
    if (pattern === null) return { ok: false, reason: "not_found" };
    await actor.record("protection.unblocked", id);
    return { ok: true, pattern };
  },
);

/** Lets calls in for the rest of the day, although there is much more talk than usual. */
export const letCallsIn = verb(
  { ...about, verb: "protection.let_in", input: z.object({}) },
  async (actor): Promise<{ ok: true }> => {
    await actor.store.protection.letIn(Date.now(), actor.organization.timeZone);
    await actor.record("protection.let_in", actor.organization.id);
    return { ok: true };
  },
);
