/** What organizations' objects ask to be done: the one table from a task's kind to the function that does it. Doing a task twice changes nothing. */
import { reconcileCall } from "#app/calls/outbound/reconcile-call.server.ts";
import { fetchRecording, removeRecording } from "#app/calls/recordings/fetch-recording.server.ts";
import { noteDialer } from "#app/campaigns/dialer-watch.server.ts";
import { importContacts } from "#app/contacts/take-in.server.ts";
import { continueErasure } from "#app/data-rights/erasures.server.ts";
import { continueExport } from "#app/data-rights/exports.server.ts";
import { readCalendar } from "#app/integrations/calendar-sync.server.ts";
import { mailExpired } from "#app/integrations/expired-notices.server.ts";
import { importSource } from "#app/knowledge/import-source.server.ts";
import { forgetToolSecret } from "#app/models/tool-secrets.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { type TaskKind, taskShapes } from "#app/object/tasks.schema.ts";
import { reconcileNumber } from "#app/telephony/numbers.server.ts";
import { sendWaiting } from "./send-text.ts";
import { processEvent } from "./stripe-events.ts";
import { answerTexts } from "./text-turn.ts";
import { beginRun } from "./workflows/begin-run.ts";
import { checkRun } from "./workflows/check-run.ts";

type Asked = { id: string; organization_id: string; payload: unknown };

const tasks: { [K in TaskKind]: (env: Env, asked: Asked) => Promise<void> } = {
  number_check: (env, { organization_id, payload }) =>
    reconcileNumber(env, { organization_id, ...taskShapes.number_check.parse(payload) }),
  call_check: (env, { organization_id, payload }) =>
    reconcileCall(env, { organization_id, ...taskShapes.call_check.parse(payload) }),
  dialer_noted: (env, { organization_id }) => noteDialer(env, organization_id, Date.now()),
  secret_forgotten: (env, { organization_id, payload }) =>
    forgetToolSecret(env, organization_id, taskShapes.secret_forgotten.parse(payload).secret_id),
  stripe_event: (env, { payload }) =>
    processEvent(env, taskShapes.stripe_event.parse(payload).event_id, Date.now()),
  data_export: (env, { organization_id, payload }) =>
    continueExport(env, organization_id, taskShapes.data_export.parse(payload).export_id),
  data_erasure: (env, { organization_id, payload }) =>
    continueErasure(env, organization_id, taskShapes.data_erasure.parse(payload).erasure_id),
  knowledge_import: (env, { organization_id, payload }) =>
    importSource(env, organization_id, taskShapes.knowledge_import.parse(payload)),
  contacts_import: (env, { organization_id, payload }) =>
    importContacts(env, organization_id, taskShapes.contacts_import.parse(payload).import_id),
  recording_fetch: (env, { organization_id, payload }) =>
    fetchRecording(env, organization_id, taskShapes.recording_fetch.parse(payload).call_id),
  recording_removed: (env, { organization_id, payload }) =>
    removeRecording(env, organization_id, taskShapes.recording_removed.parse(payload)),
  text_answer: (env, { organization_id, payload }) =>
    answerTexts(env, organization_id, taskShapes.text_answer.parse(payload).thread_id),
  text_send: (env, { organization_id, payload }) =>
    sendWaiting(env, organization_id, taskShapes.text_send.parse(payload).text_id),
  calendar_read: (env, { organization_id }) => readCalendar(env, organization_id),
  integration_expired: (env, { id, organization_id, payload }) =>
    mailExpired(env, id, organization_id, taskShapes.integration_expired.parse(payload), Date.now()),
  workflow_run: (env, { organization_id, payload }) =>
    beginRun(env, organization_id, taskShapes.workflow_run.parse(payload).run_id),
  workflow_check: (env, { organization_id, payload }) =>
    checkRun(env, organization_id, taskShapes.workflow_check.parse(payload).run_id),
  object_error: (env, { id, organization_id, payload }) => {
    const { message, where, stack, call_id } = taskShapes.object_error.parse(payload);
    return recordError(env, {
      error: Object.assign(new Error(message), { stack: stack ?? "" }),
      url: `/objects/${where}`,
      route: `objects/${where}`,
      request_id: id,
      severity: "error",
      organization_id: organization_id || null,
      call_id,
    });
  },
};

/** The function that does a task of this kind; null: there is no such task. */
export const taskOf = (kind: string): ((env: Env, asked: Asked) => Promise<void>) | null =>
  new Map(Object.entries(tasks)).get(kind) ?? null;
