/** Lines of one carrier account among the clients of resellers. */
import { expect, test } from "vitest";
import { mayTakeLine, type Party, type Wanting } from "#app/telephony/fair-lines.ts";
import { simulateSharing } from "./simulated-sharing.ts";

const client = (name: string, reseller: string | null = "agency"): Wanting => ({
  organization_id: name,
  reseller_id: reseller,
  refused: false,
});
const lines = (party: Party, many: number): Party[] => Array.from({ length: many }, () => party);

test("one alone may take all lines", () => {
  const a = client("a");
  expect(mayTakeLine(10, lines(a, 9), [a], a)).toBe(true);
  expect(mayTakeLine(10, lines(a, 10), [a], a)).toBe(false);
});

test("of two who want lines, one that has its half leaves the rest to the other", () => {
  const [a, b] = [client("a"), client("b")];
  expect(mayTakeLine(10, lines(a, 5), [a, b], a)).toBe(false);
  expect(mayTakeLine(10, lines(a, 5), [a, b], b)).toBe(true);
  expect(mayTakeLine(10, [...lines(a, 3), ...lines(b, 5)], [a, b], a)).toBe(true);
});

test("a reseller with many clients has no more than one with few", () => {
  const many = Array.from({ length: 8 }, (_, n) => client(`a${n}`, "large"));
  const few = client("b", "small");
  const held = many.flatMap((one) => lines(one, 1));
  expect(mayTakeLine(16, held, [...many, few], client("a0", "large"))).toBe(false);
  expect(mayTakeLine(16, [...held, ...lines(few, 7)], [...many, few], few)).toBe(true);
});

test("fifty clients of unequal demand: none that wants less than its share waits long, and the others have equal parts", () => {
  const { clients, busiest, lines: all } = simulateSharing({ seed: 1, clients: 50, lines: 100, minutes: 30 });
  expect(busiest).toBeLessThanOrEqual(all);
  // Those that want more than there is have equal parts of what the others leave; those others have what they want.
  const greedy = clients.filter(({ wanted }) => wanted === 30).map(({ got }) => got);
  expect(Math.min(...greedy) / Math.max(...greedy)).toBeGreaterThan(0.8);
  for (const { wanted, asked, got } of clients)
    if (wanted < 1) expect(got).toBeGreaterThanOrEqual(asked * 0.9);
  const between = clients.filter(({ wanted }) => wanted === 4).map(({ got }) => got);
  expect(Math.min(...between)).toBeGreaterThan(2);
});
