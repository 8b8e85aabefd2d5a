/** The people of the transfer list, as members choose one for a running call. */
import { isOpenAt } from "#app/telephony/transfers/route.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import { modeWords } from "#app/telephony/transfers/transfer-terms.schema.ts";

export type SteerPerson = { readonly value: string; readonly label: string };

/** By name, how the call would be handed over, and whether they take calls now: a member may choose them all the same. */
export const steerPeople = (targets: readonly TransferTarget[], now: number): SteerPerson[] =>
  targets.map((target) => ({
    value: target.id,
    label: `${target.name} (${modeWords[target.mode].toLowerCase()}, ${
      target.is_paused ? "paused" : isOpenAt(target, now) ? "open now" : "closed now"
    })`,
  }));
