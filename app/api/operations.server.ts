/** Every operation of the API, in the order of its reference: the one list from which the router, OpenAPI, /api and /mcp are made. */
import type { Operation } from "./operation.server.ts";
import { agentChanges } from "./operations/agent-changes.server.ts";
import { agentOperations } from "./operations/agents.server.ts";
import { bookingChanges } from "./operations/booking-changes.server.ts";
import { bookingOperations } from "./operations/bookings.server.ts";
import { callChanges } from "./operations/call-changes.server.ts";
import { callOperations } from "./operations/calls.server.ts";
import { campaignOperations } from "./operations/campaigns.server.ts";
import { clientOperations } from "./operations/clients.server.ts";
import { contactChanges } from "./operations/contact-changes.server.ts";
import { contactOperations } from "./operations/contacts.server.ts";
import { listOperations } from "./operations/lists.server.ts";
import { messageOperations } from "./operations/messages.server.ts";
import { numberOperations } from "./operations/numbers.server.ts";
import { taskOperations } from "./operations/tasks.server.ts";
import { usageOperations } from "./operations/usage.server.ts";
import { webhookOperations } from "./operations/webhooks.server.ts";

export const operations: readonly Operation[] = [
  ...agentOperations,
  ...agentChanges,
  ...numberOperations,
  ...callOperations,
  ...callChanges,
  ...contactOperations,
  ...contactChanges,
  ...listOperations,
  ...taskOperations,
  ...campaignOperations,
  ...bookingOperations,
  ...bookingChanges,
  ...messageOperations,
  ...webhookOperations,
  ...usageOperations,
  ...clientOperations,
];

type Matched = { operation: Operation; path: Record<string, string> };

/** The operations at an address, with what stands in place of its parameters, by method. */
export function operationsAt(address: string): Map<string, Matched> {
  const parts = address.split("/");
  const found = new Map<string, Matched>();
  for (const operation of operations) {
    const path = matched(operation.path.split("/"), parts);
    if (path !== null) found.set(operation.method, { operation, path });
  }
  return found;
}

function matched(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const path: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = parts[at] ?? "";
    if (part.startsWith("{")) path[part.slice(1, -1)] = decoded(given);
    else if (part !== given) return null;
  }
  return path;
}

/** What stands in an address, as it was meant; what was not written right is left, and no thing has such an id. */
function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
