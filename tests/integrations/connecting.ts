/** Connecting apps in tests: all the way to the provider, what one says there, and back; and what stands there afterwards. */
import { expect, vi } from "vitest";
import { z } from "zod";
import { anonymous, type Client, origin, type Person } from "../support/people.ts";

export type AppProvider = "google_calendar" | "google_sheets" | "slack" | "hubspot";

/** An account at a provider that no other test uses. */
export const newAccount = (): string => `${crypto.randomUUID().slice(0, 13)}@clinic.test`;

const pathOf = (answer: Response): string => {
  const to = new URL(answer.headers.get("location") ?? "", origin);
  return to.origin === new URL(origin).origin ? `${to.pathname}${to.search}` : to.href;
};

/** Presses "Connect": the address of the provider's page, as this machine plays it. */
export async function setOut(person: Person, provider: AppProvider): Promise<string> {
  const answer = await person.post(`/integrations/${provider}`, { do: "connect" });
  expect(answer.status).toBe(302);
  return pathOf(answer);
}

/** Says yes or no at the provider's page. @returns where the browser is sent: our callback */
export async function decide(person: Client, page: string, account: string, says = true): Promise<string> {
  const isGoogle = page.includes("accounts.google.com");
  const form = isGoogle
    ? {
        email: account,
        name: "Sam",
        email_verified: "on",
        flaw: "none",
        decision: says ? "continue" : "deny",
      }
    : { account, decision: says ? "allow" : "deny" };
  const answer = await person.fetch(page, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return pathOf(answer);
}

/** The way back: from our callback to the connection's page. @returns the page's address */
export async function comeBack(person: Client, callback: string): Promise<string> {
  const passed = await person.get(callback);
  expect(passed.status, await passed.clone().text()).toBe(302);
  const answer = await person.get(pathOf(passed));
  expect(answer.status).toBe(302);
  return pathOf(answer);
}

/** Connects a provider by OAuth. */
export async function connected(
  person: Person,
  provider: AppProvider,
  account = newAccount(),
): Promise<string> {
  const callback = await decide(person, await setOut(person, provider), account);
  expect(await comeBack(person, callback)).toBe(`/integrations/${provider}?done=connected`);
  return account;
}

const standing = z.object({
  things: z.array(z.object({ kind: z.string(), id: z.string(), body: z.record(z.string(), z.unknown()) })),
  renewals: z.number(),
});

/** What stands in an account at a provider. */
export async function standingAt(account: string) {
  const answer = await anonymous().fetch(`/sandbox/apps?account=${encodeURIComponent(account)}`, {
    headers: { accept: "application/json" },
  });
  const { things, renewals } = standing.parse(await answer.json());
  return {
    renewals,
    of: (kind: string) => things.filter((one) => one.kind === kind).map(({ body }) => body),
  };
}

/** The owner of an account does something there. */
export async function atProvider(order: Record<string, unknown>): Promise<Response> {
  const answer = await anonymous().fetch("/sandbox/apps", {
    method: "POST",
    body: JSON.stringify(order),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer;
}

/** Waits until something holds: queues and timers are at work. */
export const eventually = <T>(holds: () => Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: 60_000, interval: 100 });

export async function fault(order: Record<string, unknown>): Promise<void> {
  const answer = await anonymous().fetch("/sandbox/faults", {
    method: "POST",
    body: JSON.stringify(order),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status).toBe(201);
}
