/** One change for many customers: each is changed and audited by itself, and those that changed meanwhile are left alone. */
import type { ActingAdmin } from "./acting-admin.server.ts";
import { changeCustomerPlan } from "./customer-plan.server.ts";
import { suspendCustomer } from "./suspend-customer.server.ts";

/** How many were done, how many another admin had changed, and how many can't be changed so. */
export type Many = { done: number; changed: number; refused: number };

type Wanted = {
  readonly reason: string;
  readonly customers: readonly { readonly id: string; readonly version: number }[];
  /** The plan they get; absent: they are suspended. */
  readonly tier?: string;
};

/** A customer that is chosen twice is changed once. */
export async function changeMany(admin: ActingAdmin, { reason, customers, tier }: Wanted): Promise<Many> {
  const chosen = new Map(customers.map(({ id, version }) => [id, version]));
  const many = { done: 0, changed: 0, refused: 0 };
  // One after the other: each is a batch of its own, and a request has few connections.
  for (const [id, version] of chosen) {
    const outcome =
      tier === undefined
        ? await suspendCustomer(admin, id, { version, reason })
        : await changeCustomerPlan(admin, id, { version, reason, tier });
    if (outcome.ok) many.done += 1;
    else if (outcome.reason === "changed") many.changed += 1;
    else many.refused += 1;
  }
  return many;
}
