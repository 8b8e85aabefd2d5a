/** What a carrier's adapter tells of itself; its other half, which answers webhooks, is in `workers/carriers`. */
import type { z } from "zod";
import type { CarrierAccount } from "./carrier.schema.ts";

/** What an account's client is opened for: our id of it (null: the platform's), and the origin that carriers call. */
export type Opened = { id: string | null; origin: string };

type Credentialed = Pick<
  CarrierAccount,
  "credentials" | "lines_of" | "lines" | "calls_per_second" | "client"
>;

export type CarrierAdapter = {
  /** In rows and addresses. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** The environment's variables of the platform's own account. */
  readonly variables: z.ZodObject;
  /** Those of them that are secrets and grow old. */
  readonly secrets: readonly string[];
  /** The platform's own account; null: this deployment has none. */
  platform(environment: object, account: Opened): Credentialed | null;
  /** An organization's own account, from what is stored of it; null: that is no credentials of this carrier. */
  own(stored: unknown, account: Opened): Credentialed | null;
};
