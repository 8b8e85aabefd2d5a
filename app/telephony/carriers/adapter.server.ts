/** What a carrier's adapter tells of itself; its other half, which answers webhooks, is in `workers/carriers`. */
import type { z } from "zod";
import type { CarrierAccount } from "./carrier.schema.ts";

/** What an account's client is opened for. */
export type Opened = {
  /** Our id of it; null: the platform's. */
  id: string | null;
  /** The origin that carriers call. */
  origin: string;
  /** Asks the account that owns this one for its credentials as they are now; null: they are not told. */
  renewed?: () => Promise<unknown>;
};

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
