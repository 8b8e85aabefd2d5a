/**
 * Events that an older version wrote and that still arrive: sent before a deploy, or waiting in an organization's outbox.
 * `call_finished` held what usage adds up, and is applied to usage; `call_notice` held a mail with its recipients, and is
 * mailed. Both keep the mark that the older version wrote, the event's id alone: an event that was applied before the
 * deploy and not acknowledged is not applied again. No call has events of both versions, because a call ends once.
 */
import { addCallUsage, callUsage } from "#app/billing/usage.server.ts";
import { callNotice } from "#app/calls/notices/call-notices.schema.ts";
import { mailCallNotice } from "#app/calls/notices/call-notices.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";

type OlderEvent = { id: string; organization_id: string; payload: unknown };

const marked = ({ id, organization_id }: OlderEvent) => ({ mark: id, organization_id });

const older = new Map<string, (env: Env, event: OlderEvent) => Promise<void>>([
  [
    "call_finished",
    (env, event) =>
      addCallUsage(
        new Database(env.DB, new Timing()),
        marked(event),
        callUsage.parse(event.payload),
        Date.now(),
      ),
  ],
  [
    "call_notice",
    (env, event) => mailCallNotice(env, marked(event), callNotice.parse(event.payload), Date.now()),
  ],
]);

/** The function that applies an older event of this kind; null: there was no such kind. */
export const olderEventOf = (kind: string): ((env: Env, event: OlderEvent) => Promise<void>) | null =>
  older.get(kind) ?? null;
