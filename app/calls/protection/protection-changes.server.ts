/** What the forms of the protection become: calls of verbs, and their outcomes in words. */
import { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { missing } from "#app/platform/errors.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { longestNote, mostBlocked, postedRules } from "./protection.schema.ts";
import {
  blockCallerOf,
  blockNumber,
  letCallsIn,
  saveProtection,
  unblockNumber,
} from "./protection-verbs.server.ts";

const change = z.discriminatedUnion("do", [
  postedRules.extend({ do: z.literal("save") }),
  z.object({
    do: z.literal("block"),
    number: z.string().max(60),
    starts: z.literal("on").optional(),
    note: z.string().max(longestNote).default(""),
  }),
  z.object({ do: z.literal("block_caller"), call: z.string().min(1).max(100) }),
  z.object({ do: z.literal("unblock"), id: z.uuid() }),
  z.object({ do: z.literal("let_in") }),
]);

type Said = { status: number; isGood: boolean; message: string };
const good = (message: string): Said => ({ status: 200, isGood: true, message });
const bad = (message: string): Said => ({ status: 422, isGood: false, message });

const refusals = {
  no_number: "Enter a phone number, with its country code if it is abroad.",
  no_beginning: "Enter a plus sign and at least two digits, such as +1900.",
  full: `The block list holds ${mostBlocked} entries. Take one off first.`,
} as const;

const lost = () => missing("entry", { to: "/numbers/protection", label: "Call protection" });

/** Applies the posted change and describes the outcome. @throws a 404 answer for an entry or call that is not there */
export async function changeProtection(actor: Actor, posted: FormData): Promise<Said> {
  const wanted = change.safeParse(Object.fromEntries(posted));
  if (!wanted.success) return bad("Enter whole numbers within the limits, or leave a field empty.");
  const given = wanted.data;
  switch (given.do) {
    case "save": {
      const { do: _, ...rules } = given;
      await saveProtection(actor, rules);
      return good("Saved. The limits count from the next call.");
    }
    case "let_in":
      await letCallsIn(actor, {});
      return good("Calls are let in for the rest of today.");
    case "unblock":
      return told(await unblockNumber(actor, { id: given.id }), "is no longer blocked.");
    case "block_caller":
      return told(await blockCallerOf(actor, { call_id: given.call }), "is blocked from the next call on.");
    case "block": {
      const { number: typed, note } = given;
      const starts = given.starts === "on";
      return told(await blockNumber(actor, { typed, note, starts }), "is blocked from the next call on.");
    }
  }
}

function told(answer: Awaited<ReturnType<typeof blockNumber>>, words: string): Said {
  if (answer.ok) return good(`${internationally(answer.pattern)} ${words}`);
  if (answer.reason === "not_found") throw lost();
  return bad(refusals[answer.reason]);
}
