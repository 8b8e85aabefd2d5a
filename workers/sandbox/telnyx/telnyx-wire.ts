/** What every answer of the simulated Telnyx works with: its errors, and what is asked. */
import type { Account } from "#workers/sandbox/carrier-records.ts";
import type { Lines } from "#workers/sandbox/twilio-calls.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";

/** An error as Telnyx' own: codes are texts. */
export const telnyxError = (status: number, code: string, title: string, detail = title): Response =>
  Response.json({ errors: [{ code, title, detail }] }, { status });

export const notFound = (): Response => telnyxError(404, "10005", "Resource not found");

export type Asked = {
  method: string;
  url: URL;
  body: unknown;
  account: Account;
  world: WorldDoor;
  lines: Lines;
};
