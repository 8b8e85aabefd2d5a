/** How open times are offered. */
import { expect, test } from "vitest";
import { offer } from "#workers/conversation/english/offers.ts";

const tue = [{ from: "08:00", to: "18:00" }];
const hours = { weekly: { mon: [], tue, wed: [], thu: [], fri: [], sat: [], sun: [] }, holidays: [] };

test("a day with its month is set off by a comma from the times on it", () => {
  const slots = [Date.parse("2026-12-01T12:00Z"), Date.parse("2026-12-01T13:00Z")];
  const clockwork = { today: "2026-11-24", time_zone: "UTC", hours, said_date: null };
  for (const words of offer(slots, "", {}, clockwork)) expect(words).toMatch(/^Tuesday, December first, /);
});
