/** Whom the demo clinic's callers are put through to, and what came of it in the calls of its history. */
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { TransferAttempt, TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";

const weekOf = (from: string, to: string): OpeningHours => {
  const day = [{ from, to }];
  return { weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] }, holidays: [] };
};

const zone = { time_zone: "America/New_York", is_paused: false };

/** In the order in which they are tried. */
export const clinicTargets: readonly TransferTarget[] = [
  {
    ...zone,
    id: "01940000-0000-7000-8000-00000000c0a1",
    name: "the front desk",
    phone_number: "+12125550190",
    use_when: "",
    mode: "announced",
    ring_seconds: 25,
    // Always open: a newcomer may call at any hour, and presses 0.
    hours: null,
  },
  {
    ...zone,
    id: "01940000-0000-7000-8000-00000000c0a2",
    name: "Priya in billing",
    phone_number: "+12125550191",
    use_when: "Invoices, insurance claims and payments",
    mode: "warm",
    ring_seconds: 20,
    hours: weekOf("09:00", "16:00"),
  },
  {
    ...zone,
    id: "01940000-0000-7000-8000-00000000c0a3",
    name: "the on-call dentist",
    phone_number: "+12125550192",
    use_when: "Pain, swelling or an accident",
    mode: "cold",
    ring_seconds: 40,
    hours: null,
  },
];

/** The attempts of a call that was put through: now and then the first phone is not answered. The engine's clock stops where a transfer begins, so the talk is made up. */
export function toldAttempts(at: number, ended: number, seed: number): TransferAttempt[] {
  const [desk, , dentist] = clinicTargets;
  if (!desk || !dentist) return [];
  const ends = Math.max(ended, at) + (40 + (seed % 7) * 37) * second_ms;
  const attempt = (
    { id: target_id, name, phone_number, mode }: TransferTarget,
    outcome: TransferAttempt["outcome"],
    started_at: number,
    ended_at: number,
  ): TransferAttempt => ({
    target_id,
    name,
    phone_number,
    mode,
    outcome,
    started_at,
    ended_at,
    talk_seconds: outcome === "answered" ? Math.round((ended_at - started_at) / second_ms) : 0,
  });
  if (seed % 3 !== 0) return [attempt(desk, "answered", at, ends)];
  const next = at + 25 * second_ms;
  return [
    attempt(desk, seed % 2 === 0 ? "no_answer" : "declined", at, next),
    attempt(dentist, "answered", next, Math.max(next, ends)),
  ];
}
