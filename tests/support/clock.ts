/** The clock on the wall, in tests that cannot wait for it. */
import { vi } from "vitest";

/** What happens at a moment (ms UTC); the clock stands still meanwhile, timers do not. */
export async function at<Outcome>(now: number, happens: () => Promise<Outcome>): Promise<Outcome> {
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return await happens();
  } finally {
    vi.useRealTimers();
  }
}
