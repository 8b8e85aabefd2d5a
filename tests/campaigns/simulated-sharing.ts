/** Clients of one reseller, who want different numbers of lines, at one carrier account: who gets what. */
import { mayTakeLine, type Party, type Wanting } from "#app/telephony/fair-lines.ts";

export type Shared = {
  lines: number;
  /** The most lines that were in use at once. */
  busiest: number;
  /** Lines on average: those that each is made to want, an equal share of all, those that it asked for, and those that it got. */
  clients: { name: string; wanted: number; share: number; asked: number; got: number }[];
};

const call_s = 40;

export function simulateSharing({
  seed,
  clients,
  lines,
  minutes,
}: {
  seed: number;
  clients: number;
  lines: number;
  minutes: number;
}): Shared {
  let at = seed;
  const random = () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 4_294_967_296;
  };
  // A few want much, most want little.
  const parties = Array.from({ length: clients }, (_, n) => ({
    party: { organization_id: `client ${n + 1}`, reseller_id: "agency" } satisfies Party,
    wanted: n < clients / 5 ? 30 : n < clients / 2 ? 4 : 0.6,
    waiting: 0,
    asked_at: Number.NEGATIVE_INFINITY,
    refused_at: Number.NEGATIVE_INFINITY,
    arrived: 0,
    used: 0,
  }));
  let held: { party: Party; until: number }[] = [];
  let busiest = 0;
  const seconds = minutes * 60;
  for (let now = 0; now < seconds; now++) {
    held = held.filter(({ until }) => until > now);
    for (const one of parties) {
      const more = random() < one.wanted / call_s ? Math.ceil(one.wanted / call_s) : 0;
      one.waiting += more;
      one.arrived += more * call_s;
      one.waiting = Math.min(one.waiting, one.wanted * 3 + 1);
    }
    // Each that wants a line asks once a second, in an order of chance.
    for (const one of parties.toSorted(() => random() - 0.5)) {
      for (let tries = 0; one.waiting >= 1 && tries < 5; tries++) {
        one.asked_at = now;
        const wanting = parties
          .filter(({ asked_at }) => asked_at > now - 60)
          .map(({ party, refused_at }): Wanting => ({ ...party, refused: refused_at > now - 5 }));
        const using = held.map(({ party }) => party);
        const isFree = held.length < lines && mayTakeLine(lines, using, wanting, one.party);
        one.refused_at = isFree ? Number.NEGATIVE_INFINITY : now;
        if (!isFree) break;
        held.push({ party: one.party, until: now + call_s });
        one.used += call_s;
        one.waiting--;
      }
    }
    busiest = Math.max(busiest, held.length);
  }
  return {
    lines,
    busiest,
    clients: parties.map(({ party, wanted, arrived, used }) => ({
      name: party.organization_id,
      wanted,
      share: lines / clients,
      asked: arrived / seconds,
      got: used / seconds,
    })),
  };
}
