/** A call from a browser as its organization admits it, like one that a carrier announces. */
import type { CalledOrganization } from "#app/calls/answering.server.ts";
import { type Arrival, browserProvider } from "#app/calls/live/live-calls.schema.ts";

/** The name of the `Capacity` that calls from browsers share: they take no carrier's lines. */
const browserAccount = browserProvider;
/** How many of them may go on at once, of all organizations together and of each: one cannot hold all. */
export const browserLines = { account_lines: 1000, organization_lines: 50 };

/** The longest that visitors of a website may talk at a time: they are anyone. */
const longestOfVisitors_s = 600;

type BrowserCall = { call: string; agent_id: string; widget?: string | null; network?: string };

/**
 * @param of.call its name, from its ticket
 * @param of.widget which one it was given to
 * @param of.network of a widget's visitor, as counters store it
 */
export const browserArrival = (
  called: CalledOrganization,
  { call, agent_id, widget = null, network }: BrowserCall,
  now: number,
): Arrival => ({
  ...called,
  provider: browserProvider,
  provider_call_id: call,
  capacity_account: browserAccount,
  direction: "inbound",
  agent_id,
  ...(network === undefined ? {} : { network }),
  our_number: null,
  other_number: null,
  now,
  ...(widget !== null && { longest_seconds: longestOfVisitors_s }),
});
