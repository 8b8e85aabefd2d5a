/**
 * Durable Object: the memory of the outside world. Mails, traffic, faults, the carrier's records, Google's codes, DNS
 * and Cloudflare's custom hostnames, the demo's sign-ins, and the clock that fires the cron.
 */
import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";
import type { DataPoint } from "./analytics.ts";
import type { Answer } from "./answers.ts";
import type {
  Account,
  CallChanges,
  CarrierCall,
  CarrierNumber,
  NumberSettings,
  Recording,
} from "./carrier-records.ts";
import { type CallQuery, CarrierStore } from "./carrier-store.ts";
import { type Demo, demo } from "./demo.ts";
import { type DnsRecord, DnsRecords } from "./dns.ts";
import { type Fault, type FaultOrder, Faults } from "./faults.ts";
import type { FrontDoor } from "./front-door.ts";
import { GoogleAccounts, type Grant } from "./google-accounts.ts";
import { type Hostname, type HostnameOrder, Hostnames } from "./hostnames.ts";
import { type Idempotency, Inbox, type Mail, type NewMail, type Sent } from "./inbox.ts";
import { localSettings } from "./local-bindings.ts";
import { type SenderOrder, type SendingDomain, SendingDomains } from "./sending-domains.ts";
import { answerStripe } from "./stripe/endpoints.ts";
import { StripeWorld } from "./stripe/stripe-world.ts";
import { type Passage, type Traffic, TrafficLog } from "./traffic.ts";
import { type WebPage, WebPages } from "./web-pages.ts";

const cron = "*/5 * * * *";
const every_ms = 5 * minute_ms;

const firing = z.object({
  /** ms UTC */
  at: z.number(),
  /** The time that the cron was told, ms UTC. */
  scheduled_time: z.number(),
  by: z.enum(["clock", "button"]),
  outcome: z.string(),
  ms: z.number(),
});
export type Firing = z.infer<typeof firing>;
export type ClockState = { next_at: number | null; firings: Firing[] };

type WorldBindings = { APP: FrontDoor };

export class World extends DurableObject<WorldBindings> {
  readonly #faults = new Faults(this.ctx.storage.sql);
  readonly #traffic = new TrafficLog(this.ctx.storage.sql);
  readonly #inbox = new Inbox(this.ctx.storage.sql);
  readonly #google = new GoogleAccounts(this.ctx.storage.sql);
  readonly #dns = new DnsRecords(this.ctx.storage.sql);
  readonly #hostnames = new Hostnames(this.ctx.storage, this.#dns);
  readonly #senders = new SendingDomains(this.ctx.storage.sql, this.#dns);
  readonly #pages = new WebPages(this.ctx.storage.sql);
  #points: DataPoint[] = [];
  readonly #carrier: CarrierStore;
  readonly #stripe = new StripeWorld(this.ctx.storage, {
    product: this.env.APP,
    record: (passage) => this.#traffic.add(passage),
    later: (work) => this.ctx.waitUntil(work),
  });

  constructor(ctx: DurableObjectState, env: WorldBindings) {
    super(ctx, env);
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = localSettings("");
    this.#carrier = new CarrierStore(ctx.storage.sql, {
      sid: TWILIO_ACCOUNT_SID,
      auth_token: TWILIO_AUTH_TOKEN,
    });
    ctx.blockConcurrencyWhile(async () => {
      if ((await ctx.storage.getAlarm()) === null) await ctx.storage.setAlarm(Date.now() + every_ms);
    });
  }

  record(passage: Passage): void {
    this.#traffic.add(passage);
  }
  traffic(limit: number): Traffic[] {
    return this.#traffic.list(limit);
  }
  clearTraffic(): void {
    this.#traffic.clear();
  }

  setWebPage(page: WebPage): void {
    this.#pages.set(page);
  }
  webPage(host: string, path: string): WebPage | null {
    return this.#pages.find(host, path);
  }
  addFault(order: FaultOrder): Fault {
    return this.#faults.add(order);
  }
  faults(): Fault[] {
    return this.#faults.list();
  }
  clearFaults(): void {
    this.#faults.clear();
  }
  takeFault(host: string, path: string): Fault | null {
    return this.#faults.take(host, path);
  }

  sendMail(mail: NewMail, idempotency: Idempotency): Sent {
    return this.#inbox.send(mail, idempotency, Date.now());
  }
  mails(to: string | null): Mail[] {
    return this.#inbox.list(to);
  }
  mail(id: string): Mail | null {
    return this.#inbox.find(id);
  }
  clearMails(): void {
    this.#inbox.clear();
  }

  keepGoogleCode(code: string, given: Grant): void {
    this.#google.keep(code, given, Date.now());
  }
  takeGoogleCode(code: string): Grant | null {
    return this.#google.take(code, Date.now());
  }

  dnsRecords(): DnsRecord[] {
    return this.#dns.list();
  }
  setDnsRecord(record: DnsRecord): void {
    this.#dns.set(record);
  }
  removeDnsRecords(named: Parameters<DnsRecords["remove"]>[0]): void {
    this.#dns.remove(named);
  }
  clearDnsRecords(): void {
    this.#dns.clear();
  }
  lookUpDns(name: string, type: DnsRecord["type"]): ReturnType<DnsRecords["lookup"]> {
    return this.#dns.lookup(name, type);
  }

  createHostname(hostname: string): ReturnType<Hostnames["create"]> {
    return this.#hostnames.create(hostname, Date.now());
  }
  hostnames(): Hostname[] {
    return this.#hostnames.list();
  }
  hostnamesNamed(hostname: string): Hostname[] {
    return this.#hostnames.named(hostname);
  }
  lookAtHostname(id: string): Hostname | null {
    return this.#hostnames.look(id);
  }
  restartHostname(id: string): Hostname | null {
    return this.#hostnames.restart(id);
  }
  deleteHostname(id: string): boolean {
    return this.#hostnames.delete(id);
  }
  hostnameQuota(): ReturnType<Hostnames["quota"]> {
    return this.#hostnames.quota();
  }
  orderHostname(order: HostnameOrder): void {
    this.#hostnames.order(order);
  }

  dataPoints(): DataPoint[] {
    return this.#points;
  }
  addDataPoints(points: DataPoint[]): void {
    this.#points.push(...points);
  }
  clearDataPoints(): void {
    this.#points = [];
  }

  sendingDomains(): SendingDomain[] {
    return this.#senders.list();
  }
  createSendingDomain(name: string): SendingDomain | null {
    return this.#senders.create(name);
  }
  lookAtSendingDomain(id: string): SendingDomain | null {
    return this.#senders.look(id);
  }
  verifySendingDomain(id: string): boolean {
    return this.#senders.verify(id);
  }
  deleteSendingDomain(id: string): boolean {
    return this.#senders.delete(id);
  }
  orderSendingDomain(order: SenderOrder): void {
    this.#senders.order(order);
  }

  account(sid: string): Account | null {
    return this.#carrier.account(sid);
  }
  addAccount(owner_sid: string, friendly_name: string): Account {
    return this.#carrier.addAccount(owner_sid, friendly_name);
  }
  setAccountStatus(sid: string, status: Account["status"]): Account | null {
    return this.#carrier.setAccountStatus(sid, status);
  }
  buyNumber(account_sid: string, phone_number: string, settings: NumberSettings): CarrierNumber | null {
    return this.#carrier.buy(account_sid, phone_number, settings);
  }
  configureNumber(sid: string, settings: NumberSettings): CarrierNumber | null {
    return this.#carrier.configure(sid, settings);
  }
  followTo(origin: string): void {
    this.#carrier.followTo(origin);
  }
  releaseNumber(sid: string): void {
    this.#carrier.release(sid);
  }
  numbers(): CarrierNumber[] {
    return this.#carrier.numbers();
  }
  number(sid: string): CarrierNumber | null {
    return this.#carrier.number(sid);
  }
  numberCalled(phone_number: string): CarrierNumber | null {
    return this.#carrier.numberCalled(phone_number);
  }
  addCall(call: CarrierCall): void {
    this.#carrier.addCall(call);
  }
  changeCall(sid: string, changes: CallChanges): CarrierCall | null {
    return this.#carrier.changeCall(sid, changes);
  }
  call(sid: string): CarrierCall | null {
    return this.#carrier.call(sid);
  }
  calls(query: CallQuery): CarrierCall[] {
    return this.#carrier.calls(query);
  }
  ringing(): CarrierCall[] {
    return this.#carrier.ringing();
  }
  keepRecording(recording: Recording): void {
    this.#carrier.keepRecording(recording);
  }
  recording(sid: string): Recording | null {
    return this.#carrier.recording(sid);
  }
  deleteRecording(sid: string): void {
    this.#carrier.deleteRecording(sid);
  }
  setAnswer(phone_number: string, answer: Answer): void {
    this.#carrier.setAnswer(phone_number, answer);
  }
  clearAnswers(): void {
    this.#carrier.clearAnswers();
  }
  answer(phone_number: string): Answer | null {
    return this.#carrier.answer(phone_number);
  }

  /** Stores what the seeding made, for people to sign in with. */
  setDemo(made: Demo): void {
    this.ctx.storage.kv.put("demo", demo.parse(made));
  }
  demo(): Demo | null {
    return demo.nullable().parse(this.ctx.storage.kv.get("demo") ?? null);
  }

  /** Answers for api.stripe.com, and for /sandbox/stripe. */
  stripe(request: Request): Promise<Response> {
    return answerStripe(request, this.#stripe);
  }

  async clock(): Promise<ClockState> {
    return { next_at: await this.ctx.storage.getAlarm(), firings: this.#firings() };
  }

  /** Fires the cron now, as if it were `scheduled_time` (ms UTC). */
  async fireClock(by: Firing["by"], scheduled_time: number): Promise<Firing> {
    const at = Date.now();
    const outcome = await this.env.APP.scheduled({ cron, scheduledTime: scheduled_time }).then(
      () => "ok",
      (error: unknown) => `failed: ${String(error)}`,
    );
    const fired = { at, scheduled_time, by, outcome, ms: Date.now() - at };
    this.ctx.storage.kv.put("firings", [fired, ...this.#firings()].slice(0, 50));
    return fired;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + every_ms);
    await this.fireClock("clock", Date.now());
    await this.#stripe.tick(Date.now());
  }

  #firings(): Firing[] {
    return z.array(firing).parse(this.ctx.storage.kv.get("firings") ?? []);
  }
}
