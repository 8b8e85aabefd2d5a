/** The ladder of a transfer: phones that ring one after the other, until one takes the call or the agent comes back. Pure. */
import { z } from "zod";
import { callStatuses } from "#app/calls/call-terms.schema.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { loneTarget, routeOf, rungsOf } from "#app/telephony/transfers/route.ts";
import {
  type TransferAttempt,
  type TransferRung,
  transferRung,
} from "#app/telephony/transfers/transfer.schema.ts";
import type { AttemptOutcome } from "#app/telephony/transfers/transfer-terms.schema.ts";
import { loopsOf } from "./transfer-scene.ts";

/** How far the person at the called phone has come: `whisper`: they hear who calls. */
const legStates = ["ringing", "answered", "whisper", "accepted", "declined", "no_key"] as const;

export const ladder = z.object({
  /** The action that it carries out. */
  deed: z.string(),
  /** Why, as the agent noted it. */
  reason: z.string(),
  rungs: transferRung.array(),
  /** The rung that rings now, and its number among all attempts of the call, which its addresses hold. */
  at: z.int(),
  n: z.int(),
  leg: z.enum(legStates),
  /** The carrier's id of the called phone's call, once it is known. */
  leg_id: z.string().nullable(),
  began_at: z.number(),
  /** From when on the two talk alone (ms UTC): where the agent introduces them, when it will have left. */
  talk_from: z.number().nullable(),
  /** Whether the carrier was told to ring a phone that is called apart from the caller. */
  is_dialled: z.boolean().default(false),
  /** How the call of such a phone ended, and when (ms UTC); null: it is not known to be over. */
  leg_end: z.enum(callStatuses).nullable().default(null),
  leg_ended_at: z.number().nullable().default(null),
  /** How far the introduction has come: it is said once at most. */
  introduced: z.enum(["no", "asked", "yes"]).default("no"),
  /** How often the two were looked for in their conference, in vain. */
  lookups: z.int().default(0),
});
export type Ladder = z.infer<typeof ladder>;

/**
 * The rungs for a number that the agent or a member chose: it first, then the others that are open. A number that is
 * no target stands alone.
 */
export function rungsFor(
  call: PreparedCall,
  phone_number: string,
  now: number,
  isAlone: boolean,
): TransferRung[] {
  const loops = loopsOf(call);
  const { targets } = call;
  const known = targets.filter((target) => target.phone_number === phone_number);
  const chosen = known.length > 0 ? known : [loneTarget(phone_number, "")];
  // A member who chose a phone wants that one, whatever its hours.
  if (isAlone)
    return rungsOf(
      routeOf(
        chosen.slice(0, 1).map((one) => ({ ...one, hours: null, is_paused: false })),
        now,
        { loops },
      ),
    );
  const all = known.length > 0 ? targets : [...chosen, ...targets];
  return rungsOf(routeOf(all, now, { loops, first: phone_number }));
}

/** A ladder that begins; null: there is no one to ring. `n`: how many attempts the call has had. */
export const freshLadder = (
  { deed, reason, rungs }: Pick<Ladder, "deed" | "reason" | "rungs">,
  n: number,
  now: number,
): Ladder | null => (rungs.length === 0 ? null : { deed, reason, rungs, at: 0, n, ...unrung, began_at: now });

/** A phone that begins to ring. */
const unrung = {
  leg: "ringing",
  leg_id: null,
  talk_from: null,
  is_dialled: false,
  leg_end: null,
  leg_ended_at: null,
  introduced: "no",
  lookups: 0,
} as const;

export const rungOf = ({ rungs, at }: Ladder): TransferRung | null => rungs[at] ?? null;

/** The next rung rings; null: that was the last. */
export const nextRung = (climbed: Ladder, now: number): Ladder | null =>
  climbed.at + 1 >= climbed.rungs.length
    ? null
    : {
        ...climbed,
        at: climbed.at + 1,
        n: climbed.n + 1,
        ...unrung,
        began_at: now,
      };

/** The ladder without rungs that are gone since; the current one stays. `standing`: ids of targets that are there still. */
export const without = (climbed: Ladder, standing: readonly string[]): Ladder => ({
  ...climbed,
  rungs: climbed.rungs.filter(
    ({ target_id }, place) => place <= climbed.at || target_id === null || standing.includes(target_id),
  ),
});

/** What the carrier says of a dial that ended. */
export type DialEnd = {
  /** `unknown`: the carrier only asks for the next step. */
  outcome: "answered" | "busy" | "no_answer" | "failed" | "unknown";
  /** Whether the two were joined; null: the carrier does not say. */
  bridged: boolean | null;
  /** How long the called phone was connected; null: not said. */
  seconds: number | null;
};

/** Whether the person and the caller meet in a conference, and the agent introduces them. */
export const isWarm = (climbed: Ladder): boolean => rungOf(climbed)?.mode === "warm";

/** Whether a person took the call: a phone that must accept has pressed its key. Of a conference the carrier's report tells nothing. */
export const isTaken = (climbed: Ladder, { outcome, bridged }: DialEnd, now: number): boolean => {
  if (outcome === "unknown" || isWarm(climbed)) return isTalking(climbed, now);
  if (outcome !== "answered") return false;
  const needsKey = rungOf(climbed)?.mode !== "cold";
  return needsKey ? climbed.leg === "accepted" || bridged === true : bridged !== false;
};

/** What came of the current rung. `callerLeft`: the caller hung up. */
export function outcomeOfRung(
  climbed: Ladder,
  end: DialEnd | null,
  callerLeft: boolean,
  now: number,
): AttemptOutcome {
  if (end ? isTaken(climbed, end, now) : isTalking(climbed, now)) return "answered";
  // Where both leave a conference at once, the caller was the first.
  if (callerLeft && (climbed.leg_end === null || climbed.leg === "accepted")) return "caller_left";
  if (climbed.leg === "declined" || climbed.leg === "no_key") return climbed.leg;
  if (isWarm(climbed)) return outcomeOfLeg(climbed);
  if (end?.outcome === "answered") return "hung_up";
  return end === null || end.outcome === "unknown" ? "no_answer" : end.outcome;
}

/** What came of a phone that was called apart from the caller, and pressed no key that decided. */
function outcomeOfLeg({ leg, leg_end }: Ladder): AttemptOutcome {
  if (leg !== "ringing") return "hung_up";
  return leg_end === "busy" || leg_end === "failed" ? leg_end : "no_answer";
}

/** Whether, as far as is known, the two talk, or did until the called phone was off. An introduction is no talk yet. */
export function isTalking(climbed: Ladder, now: number): boolean {
  const { leg, talk_from, leg_ended_at } = climbed;
  if (!isWarm(climbed)) return leg === "accepted" || (leg === "answered" && rungOf(climbed)?.mode === "cold");
  return leg === "accepted" && talk_from !== null && Math.min(now, leg_ended_at ?? now) >= talk_from;
}

/** The attempt that has ended. */
export function attemptOf(
  climbed: Ladder,
  outcome: AttemptOutcome,
  seconds: number | null,
  now: number,
): TransferAttempt {
  const { target_id, name, phone_number, mode } = rungOf(climbed) ?? { ...noRung };
  const until = climbed.leg_ended_at ?? now;
  const measured =
    climbed.talk_from === null ? (seconds ?? 0) : Math.round((until - climbed.talk_from) / 1000);
  const most = Math.max(0, Math.ceil((now - climbed.began_at) / 1000));
  return {
    target_id,
    name,
    phone_number,
    mode,
    outcome,
    started_at: climbed.began_at,
    ended_at: now,
    talk_seconds: outcome === "answered" ? Math.min(most, Math.max(0, measured)) : 0,
  };
}

const noRung = { target_id: null, name: "", phone_number: "", mode: "cold" } as const;
