/** What kinds of errors there are, in code and in words. */

/** Where an error arose, with its words on /error-logs. */
export const errorSources = {
  browser: "Browser",
  loader: "Page load",
  action: "Form",
  object: "Call or background work",
  queue: "Queue",
  cron: "Schedule",
  webhook: "Webhook",
  server: "Server",
} as const;
export type ErrorSource = keyof typeof errorSources;

/** From the mildest to the worst. */
export const severities = ["info", "warning", "error", "critical"] as const;
export type Severity = (typeof severities)[number];

export const errorStates = ["open", "resolved", "muted"] as const;
export type ErrorState = (typeof errorStates)[number];

/** How long errors and their groups are kept after they happened, as /privacy says. */
export const errorsKept_days = 90;

const byRoute: readonly (readonly [RegExp, ErrorSource])[] = [
  [/^\/?cron\//, "cron"],
  [/^\/?queues\//, "queue"],
  [/^\/?objects\//, "object"],
  [/^\/?webhooks\//, "webhook"],
];

/** The source of an error whose reporter names none, by its route. */
export const sourceOf = (route: string): ErrorSource =>
  byRoute.find(([pattern]) => pattern.test(route))?.[1] ?? "server";
