/** Durable Object: one organization's stores behind one door, its timers, its outbox, its live feed. Long because it names every room's store. */
import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import * as contactTimeline from "#app/address-book/timeline.store.ts";
import * as agents from "#app/agents/agents.store.ts";
import * as answering from "#app/agents/answering/measured.store.ts";
import * as questions from "#app/agents/questions.store.ts";
import * as agentTests from "#app/agents/tests/agent-tests.store.ts";
import * as versionHistory from "#app/agents/versions/history.store.ts";
import * as publishing from "#app/agents/versions/publishing.store.ts";
import * as apiRequests from "#app/api/api-requests.store.ts";
import * as apiRows from "#app/api/api-rows.store.ts";
import * as plan from "#app/billing/plan-use.store.ts";
import * as usage from "#app/billing/usage/usage.store.ts";
import * as bookings from "#app/bookings/bookings.store.ts";
import { calendarTimer } from "#app/bookings/outside-busy.store.ts";
import * as agentAnalytics from "#app/calls/agent-analytics/agent-analytics.store.ts";
import * as analyses from "#app/calls/analysis/analyses.store.ts";
import * as callBacks from "#app/calls/call-backs/call-backs.store.ts";
import * as calls from "#app/calls/calls.store.ts";
import { countEarlier, countsTimer } from "#app/calls/dashboard/call-counts.store.ts";
import * as dashboard from "#app/calls/dashboard/dashboard.store.ts";
import * as callLists from "#app/calls/history/list-choices.store.ts";
import * as newCalls from "#app/calls/history/new-calls.store.ts";
import * as live from "#app/calls/live/live-calls.store.ts";
import type { LiveMessage } from "#app/calls/live/live-feed.schema.ts";
import { lostTimer } from "#app/calls/live/live-finish.store.ts";
import * as callTests from "#app/calls/make-test.store.ts";
import * as messages from "#app/calls/messages/messages.store.ts";
import * as notices from "#app/calls/notices/call-notices.store.ts";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import * as placed from "#app/calls/outbound/placed-calls.store.ts";
import * as protection from "#app/calls/protection/protection.store.ts";
import * as recordings from "#app/calls/recordings/recordings.store.ts";
import * as remarks from "#app/calls/remarks/remarks.store.ts";
import { forgetOld } from "#app/calls/retention.store.ts";
import * as audienceChoices from "#app/campaigns/audience-choices.store.ts";
import * as campaignJoins from "#app/campaigns/campaign-joins.store.ts";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import type { DialMessage } from "#app/campaigns/dial.schema.ts";
import * as dialLimits from "#app/campaigns/dial-limits.store.ts";
import * as dialer from "#app/campaigns/dialer.store.ts";
import * as dialing from "#app/campaigns/dialing.store.ts";
import * as dryRuns from "#app/campaigns/dry-run.store.ts";
import * as ledger from "#app/campaigns/ledger.store.ts";
import * as campaignPeople from "#app/campaigns/people.store.ts";
import * as campaignProgress from "#app/campaigns/progress.store.ts";
import * as screening from "#app/campaigns/screening.store.ts";
import * as whyNots from "#app/campaigns/why-not.store.ts";
import * as audience from "#app/contacts/audience.store.ts";
import * as consents from "#app/contacts/consents.store.ts";
import * as contactBook from "#app/contacts/contact-book.store.ts";
import * as contactImports from "#app/contacts/contact-imports.store.ts";
import * as contactSets from "#app/contacts/contact-sets.store.ts";
import * as contactTasks from "#app/contacts/contact-tasks.store.ts";
import * as contacts from "#app/contacts/contacts.store.ts";
import * as doNotCall from "#app/contacts/do-not-call.store.ts";
import * as callRows from "#app/data-rights/call-rows.store.ts";
import * as exports from "#app/data-rights/export-rows.store.ts";
import * as persons from "#app/data-rights/persons.store.ts";
import { readDue } from "#app/integrations/calendar-events.store.ts";
import * as integrations from "#app/integrations/integrations.store.ts";
import * as knowledge from "#app/knowledge/knowledge.store.ts";
import * as modelBudget from "#app/models/model-budget.store.ts";
import { isFactKind } from "#app/object/events.schema.ts";
import * as outbox from "#app/object/outbox.store.ts";
import * as settings from "#app/object/settings.store.ts";
import { importTasks, quickTasks } from "#app/object/tasks.schema.ts";
import * as timers from "#app/object/timers.store.ts";
import type { StoreAnswer, StoreCall, StoreTrip } from "#app/platform/organization-door.ts";
import * as numberRouting from "#app/telephony/number-routing.store.ts";
import * as numbers from "#app/telephony/numbers.store.ts";
import * as telephony from "#app/telephony/telephony.store.ts";
import * as reach from "#app/telephony/transfers/reachable.store.ts";
import * as transfers from "#app/telephony/transfers/transfers.store.ts";
import * as texts from "#app/texts/texts.store.ts";
import { quietTimer } from "#app/texts/turns.store.ts";
import * as voices from "#app/voices/voices.store.ts";
import { lease } from "#app/webhooks/deliveries.store.ts";
import { forgetOld as forgetDeliveries, oldDeliveriesTimer } from "#app/webhooks/delivery-log.store.ts";
import { webhookTimer } from "#app/webhooks/wake.store.ts";
import { messagesOf } from "#app/webhooks/webhook-terms.schema.ts";
import * as webhooks from "#app/webhooks/webhooks.store.ts";
import * as workflowTrials from "#app/workflows/past-events.store.ts";
import { forgetOldRuns, oldRunsTimer } from "#app/workflows/person-runs.store.ts";
import * as workflowSteps from "#app/workflows/run-steps.store.ts";
import * as workflowWatch from "#app/workflows/run-watch.store.ts";
import * as workflowRuns from "#app/workflows/runs.store.ts";
import * as workflowSchedules from "#app/workflows/schedule.store.ts";
import { watchTimer } from "#app/workflows/watch-timer.store.ts";
import * as workflows from "#app/workflows/workflows.store.ts";
import { CountedStorage } from "./counted-storage.ts";
import { announced, LiveFeed } from "./live-feed.ts";
import { alarmRetry_ms, reportObjectError } from "./object-errors.ts";
import { bringUpToDate, tablesIn } from "./organization-tables.ts";

const stores = {
  agentAnalytics,
  agents,
  agentTests,
  analyses,
  answering,
  apiRequests,
  apiRows,
  audience,
  audienceChoices,
  bookings,
  callBacks,
  callLists,
  callRows,
  calls,
  callTests,
  campaignJoins,
  campaignPeople,
  campaignProgress,
  campaigns,
  consents,
  contactBook,
  contactImports,
  contacts,
  contactSets,
  contactTasks,
  contactTimeline,
  dashboard,
  dialer,
  dialing,
  dialLimits,
  doNotCall,
  dryRuns,
  exports,
  integrations,
  knowledge,
  ledger,
  live,
  messages,
  modelBudget,
  notices,
  newCalls,
  numberRouting,
  numbers,
  outbox,
  persons,
  placed,
  plan,
  protection,
  publishing,
  questions,
  recordings,
  remarks,
  settings,
  telephony,
  reach,
  screening,
  transfers,
  texts,
  usage,
  versionHistory,
  voices,
  workflowRuns,
  workflowSchedules,
  workflowTrials,
  workflows,
  workflowSteps,
  workflowWatch,
  webhooks,
  whyNots,
};

/**
 * What the queue asks of an organization that may be purged by then, and what an object without tables answers: none of
 * these creates the tables again.
 */
const ofNothing = new Map<string, unknown>([
  ["outbox.acknowledge", undefined],
  ["dialing.begin", null],
  ["campaigns.rouse", false],
  ["dialing.answered", undefined],
  ["numbers.find", null],
  ["placed.open", null],
  ["analyses.job", null],
  ["analyses.keep", false],
  ["notices.ofCall", { wanted: {}, messages: [] }],
  ["recordings.fetchJob", null],
  ["recordings.reported", undefined],
  ["recordings.stored", false],
  ["contactImports.find", null],
  ["texts.begin", { is: "nothing" }],
  ["texts.claim", { sending: null, announce: [] }],
  ["integrations.list", []],
  ["integrations.credential", null],
  ["integrations.sealedBefore", []],
  ["integrations.reseal", undefined],
  ["modelBudget.hold", null],
  ["modelBudget.settle", undefined],
  ["workflowRuns.hear", 0],
  ["workflowRuns.hearOne", null],
  ["workflowRuns.job", null],
  ["workflowRuns.finish", undefined],
  ["workflowRuns.setAwake", undefined],
  ["workflowRuns.launch", { go: false, attempt: 0, instance_id: "" }],
  ["workflowSteps.endedAt", null],
  ["workflowWatch.walkedBy", null],
  ["workflowWatch.resume", null],
  ["workflowRuns.hasRoomAtHook", true],
  ["workflowRuns.holdBack", undefined],
  ["workflowSteps.begin", null],
  ["workflowSteps.end", undefined],
  ["webhooks.tell", 0],
  ["webhooks.lease", []],
  ["webhooks.begin", null],
  ["webhooks.report", null],
  ["webhooks.sealedBefore", []],
  ["webhooks.reseal", undefined],
]);

/** By which queue a fact or a task travels. */
function queueOf(kind: string): "FACTS" | "IMPORTS" | "OUTBOX" {
  if (isFactKind(kind) || quickTasks.includes(kind)) return "FACTS";
  return importTasks.includes(kind) ? "IMPORTS" : "OUTBOX";
}

export class Organization extends DurableObject<Env> {
  declare readonly stores: typeof stores;
  readonly #storage = new CountedStorage(this.ctx.storage);
  readonly #db = drizzle(this.#storage.counted);
  readonly #feed = new LiveFeed(this.ctx, this.env);
  /** Whether the storage holds no tables: a new object, or a purged one. */
  #isEmpty = true;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // An empty one stays empty until it is used: a purged object that wakes is not created anew.
    if (tablesIn(this.ctx.storage).length > 0) void this.#open();
  }

  /**
   * Deletes everything for good, in one step whatever the size. Not even empty tables remain, until the object is
   * used again.
   */
  async purge(): Promise<number> {
    return this.ctx.blockConcurrencyWhile(async () => {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
      this.#isEmpty = true;
      return tablesIn(this.ctx.storage).length;
    });
  }

  async #open(): Promise<void> {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    await this.ctx.blockConcurrencyWhile(() => bringUpToDate(this.ctx.storage));
  }

  /**
   * Runs the store functions of a trip in order, in one transaction. A function that fails with a code leaves nothing of
   * its own and the rest of the trip stands; any other failure leaves nothing of the whole trip.
   * @returns for each function its value, or the code of its failure
   * @throws what a function threw without a code, after everything was taken back
   */
  async run(calls: StoreCall[]): Promise<StoreTrip> {
    const names = calls.map(([room, name]) => `${room}.${name}`);
    if (this.#isEmpty && names.every((name) => ofNothing.has(name)))
      return { answers: names.map((name) => ({ value: ofNothing.get(name) })), rows: 0 };
    await this.#open();
    const before = this.#storage.spent();
    const answers = this.ctx.storage.transactionSync(() =>
      calls.map(([room, name, args]) => this.#one(room, name, args)),
    );
    if (this.#storage.spent().written > before.written) await this.arm();
    for (const answer of answers) if ("value" in answer) this.#tell(announced(answer.value));
    return { answers, rows: this.#storage.spent().read - before.read };
  }

  /** The socket of a dashboard, which the front door has admitted, or the order to disconnect one. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    if (request.method === "DELETE")
      return searchParams.has("everybody")
        ? this.#feed.askEverybody(Date.now())
        : this.#feed.dismiss(searchParams);
    await this.#open();
    return this.#feed.subscribe(searchParams, live.list(this.#db), Date.now());
  }

  #one(room: string, name: string, args: unknown[]): StoreAnswer {
    const functions: Record<string, Record<string, unknown>> = stores;
    const f =
      Object.hasOwn(functions, room) && Object.hasOwn(functions[room] ?? {}, name)
        ? functions[room]?.[name]
        : undefined;
    if (typeof f !== "function") return { error: { code: "unknown_function", message: `${room}.${name}` } };
    try {
      const value: unknown = this.ctx.storage.transactionSync(() => f(this.#db, ...args));
      if (value instanceof Promise)
        throw new Error(`${room}.${name} is asynchronous: no transaction holds it`);
      return { value };
    } catch (error) {
      if (error instanceof Error && "code" in error && typeof error.code === "string")
        return { error: { code: error.code, message: error.message } };
      throw error;
    }
  }

  #tell(messages: readonly LiveMessage[]): void {
    this.#feed.tell(messages, (id) => live.find(this.#db, id));
  }

  /** Sets the one alarm to the earliest timer. */
  protected async arm(): Promise<void> {
    const due = timers.nextDue(this.#db);
    if (due !== null && (await this.ctx.storage.getAlarm()) !== due) await this.ctx.storage.setAlarm(due);
  }

  override async alarm(): Promise<void> {
    if (this.#isEmpty) return;
    try {
      await this.#ring();
    } catch (error) {
      // It was purged in the meantime: its timers are gone, and it does not wake again.
      if (this.#isEmpty) return;
      await this.#report("alarm", error);
      if (this.#isEmpty) return;
      await this.ctx.storage.setAlarm(Date.now() + alarmRetry_ms);
    }
  }

  #report(doing: string, error: unknown): Promise<void> {
    const organization_id = this.ctx.id.name ?? null;
    return reportObjectError(this.env, { error, where: `organization/${doing}`, organization_id });
  }

  async #ring(): Promise<void> {
    for (const timer of timers.dueTimers(this.#db, Date.now(), 50)) {
      try {
        await this.#due(timer);
      } catch (error) {
        if (this.#isEmpty) return;
        timers.putOff(this.#db, timer, Date.now());
        await this.#report(timer.kind, error);
      }
    }
    if (!this.#isEmpty) await this.arm();
  }

  async #due({ kind, key }: timers.Timer): Promise<void> {
    if (kind === "outbox") await this.#drain();
    else if (kind === "number_check") numbers.checkDue(this.#db, key, Date.now());
    else if (kind === placed.checkTimer) placed.checkDue(this.#db, key, Date.now());
    else if (kind === callBacks.callBackTimer) callBacks.remindDue(this.#db, key, Date.now());
    else if (kind === publishing.secretTimer) publishing.forgetDue(this.#db, key, Date.now());
    else if (kind === settings.retentionTimer) forgetOld(this.#db, key, Date.now());
    else if (kind === countsTimer) this.#countEarlier(key);
    else if (kind === recordings.missingTimer) recordings.lookForMissing(this.#db, key, Date.now());
    else if (kind === recordings.oldRecordingsTimer) recordings.forgetOldAudio(this.#db, Date.now());
    else if (kind === contactImports.undoTimer) contactImports.undoDue(this.#db, key, Date.now());
    else if (kind === contactImports.uploadTimer) contactImports.uploadDue(this.#db, key, Date.now());
    else if (kind === apiRequests.requestsTimer) apiRequests.forgetDue(this.#db, Date.now());
    else if (kind === calendarTimer) readDue(this.#db, Date.now());
    else if (kind === oldRunsTimer) forgetOldRuns(this.#db, Date.now());
    else if (kind === watchTimer) workflowWatch.watchDue(this.#db, Date.now());
    else if (kind === workflowSchedules.scheduleTimer)
      workflowSchedules.scheduleDue(this.#db, key, Date.now());
    else if (kind === quietTimer) texts.endQuiet(this.#db, key, Date.now());
    else if (kind === dialTimer) await this.#dial();
    else if (kind === webhookTimer) await this.#sendWebhooks();
    else if (kind === oldDeliveriesTimer) forgetDeliveries(this.#db, Date.now());
    else if (kind === lostTimer) this.#tell(live.giveUp(this.#db, key, Date.now()).announce);
    // A timer of a newer version, met by an older one during a deployment: it is postponed and runs there.
    else throw new Error(`unknown timer ${kind}`);
  }

  /** Counts calls of an earlier version, some at a time. */
  #countEarlier(timeZone: string): void {
    const isLeft = this.#db.transaction(() => countEarlier(this.#db, timeZone));
    if (isLeft) timers.setTimer(this.#db, countsTimer, timeZone, Date.now());
    else timers.clearTimer(this.#db, countsTimer, timeZone);
  }

  /** Leases what is due in one step, then hands it to the queue; what the queue does not take comes back by its lease. */
  async #dial(): Promise<void> {
    const leased = this.ctx.storage.transactionSync(() => dialer.tick(this.#db, Date.now()));
    const organization_id = this.ctx.id.name ?? "";
    const messages = leased.map((attempt_id) => ({
      body: { organization_id, attempt_id } satisfies DialMessage,
    }));
    if (messages.length > 0) await this.env.DIAL.sendBatch(messages.slice(0, 100));
  }

  /** The same for webhooks. */
  async #sendWebhooks(): Promise<void> {
    const leased = this.ctx.storage.transactionSync(() => lease(this.#db, Date.now()));
    if (leased.length > 0) await this.env.WEBHOOKS.sendBatch(messagesOf(this.ctx.id.name ?? "", leased));
  }

  async #drain(): Promise<void> {
    const now = Date.now();
    const events = outbox.waiting(this.#db, now);
    for (const [name, some] of Map.groupBy(events, ({ kind }) => queueOf(kind)))
      await this.env[name].sendBatch(
        some.map((event) => ({ body: { ...event, organization_id: this.ctx.id.name ?? "" } })),
      );
    if (this.#isEmpty) return;
    const ids = events.map(({ id }) => id);
    outbox.markSent(this.#db, ids, now);
  }
}
