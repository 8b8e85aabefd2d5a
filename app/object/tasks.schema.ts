/** Tasks of the outbox: what is to be done, and by which function (docs/events.md). */
import { z } from "zod";

/** Tasks travel the same way, and are no facts: each asks for something to be done, and is addressed to one function. */
export const taskShapes = {
  /** Compare one number with the carrier and the number index. */
  number_check: z.object({ number_id: z.string() }),
  /** Ask the carrier what became of a call that was placed. */
  call_check: z.object({ call_id: z.string() }),
  /** Have cron look whether the dialer still wakes. */
  dialer_noted: z.object({}),
  /** Forget the secret of a tool that nothing names any longer. */
  secret_forgotten: z.object({ secret_id: z.string() }),
  /** Process an event of Stripe that is stored. */
  stripe_event: z.object({ event_id: z.string() }),
  /** Do the next step of an export, or of an erasure. */
  data_export: z.object({ export_id: z.string() }),
  data_erasure: z.object({ erasure_id: z.string() }),
  /** Read a source of the knowledge and cut it into passages. */
  knowledge_import: z.object({
    source_id: z.string(),
    revision: z.int(),
    /** How much knowledge the organization may hold. */
    most_characters: z.int(),
  }),
  /** Take the next rows of a file of contacts in. */
  contacts_import: z.object({ import_id: z.string() }),
  /** Bring a recording of a call from its carrier into the bucket. */
  recording_fetch: z.object({ call_id: z.string() }),
  /** Delete a recording at its carrier and in the bucket; one that still runs is stopped. */
  recording_removed: z.object({
    call_id: z.string(),
    provider: z.string(),
    account_id: z.string().nullable(),
    provider_call_id: z.string(),
    sid: z.string().nullable(),
  }),
  /** Let an agent answer what waits in a thread of texts; send a text. */
  text_answer: z.object({ thread_id: z.string() }),
  text_send: z.object({ text_id: z.string() }),
  /** Read the busy times of the connected calendar, and write what it lacks. */
  calendar_read: z.object({}),
  /** Tell that a provider refuses the token of a connection. */
  integration_expired: z.object({ provider: z.string(), owner_id: z.string(), at: z.int() }),
  /** Begin a run of a workflow. */
  workflow_run: z.object({ run_id: z.string() }),
  /** Ask the platform whether it still walks a run of a workflow. */
  workflow_check: z.object({ run_id: z.string() }),
  /** Record an error that an object met. */
  object_error: z.object({
    message: z.string(),
    where: z.string(),
    // Objects of an older version say neither.
    stack: z.string().nullable().default(null),
    call_id: z.string().nullable().default(null),
  }),
};

export type TaskKind = keyof typeof taskShapes;
/** Reading a file may take long: these tasks have a queue of their own. */
export const importTasks: readonly string[] = ["knowledge_import", "contacts_import"] satisfies TaskKind[];
/** Someone waits for these, so they stand behind no slow one: they travel with the facts. */
export const quickTasks: readonly string[] = ["workflow_run"] satisfies TaskKind[];
type TaskPayloads = { [K in TaskKind]: z.infer<(typeof taskShapes)[K]> };
export type TaskOf<K extends TaskKind> = { id: string; kind: K; payload: TaskPayloads[K] };
