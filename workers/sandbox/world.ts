/**
 * Durable Object: the one address of the simulated outside world. Each provider's memory has a class of its own; here
 * stand the methods by which the sandbox's front calls it. Long because the front calls one object.
 */
import { DurableObject } from "cloudflare:workers";
import type { DataPoint } from "./analytics.ts";
import type { Answer } from "./answers.ts";
import { AppWorld } from "./apps/app-world.ts";
import type {
  Account,
  Application,
  CallChanges,
  CarrierCall,
  CarrierNumber,
  NumberSettings,
  Recording,
} from "./carrier-records.ts";
import { type CallQuery, CarrierStore } from "./carrier-store.ts";
import { type ClockState, CronClock, type Firing } from "./cron-clock.ts";
import { type Demo, demo } from "./demo.ts";
import { type DnsRecord, DnsRecords } from "./dns.ts";
import { type Fault, type FaultOrder, Faults } from "./faults.ts";
import { followTo } from "./follow-origin.ts";
import type { FrontDoor } from "./front-door.ts";
import { GoogleAccounts, type Grant } from "./google-accounts.ts";
import { type Hostname, type HostnameOrder, Hostnames } from "./hostnames.ts";
import { type Idempotency, Inbox, type Mail, type NewMail, type Sent } from "./inbox.ts";
import { localSettings } from "./local-bindings.ts";
import { Models } from "./models/script.ts";
import { makeOwnAccount, type OwnAccount, replaceCredentials } from "./own-accounts.ts";
import { type Member, type Others, type Room, type RoomChange, Rooms } from "./rooms.ts";
import { type SenderOrder, type SendingDomain, SendingDomains } from "./sending-domains.ts";
import { type SpoilOrder, spoilNumber } from "./spoiled-numbers.ts";
import { answerStripe } from "./stripe/endpoints.ts";
import { StripeWorld } from "./stripe/stripe-world.ts";
import { TextWorld } from "./texts/text-world.ts";
import { type Passage, type Traffic, TrafficLog } from "./traffic.ts";
import { type Received, type WebPage, WebPages } from "./web-pages.ts";

type WorldBindings = {
  APP: FrontDoor;
  /** What the local account at Telnyx signs its webhooks with (signing-keys.ts). */
  TELNYX_SIGNING_KEY?: string;
};

export class World extends DurableObject<WorldBindings> {
  readonly #faults = new Faults(this.ctx.storage.sql);
  readonly #traffic = new TrafficLog(this.ctx.storage.sql);
  readonly #inbox = new Inbox(this.ctx.storage.sql);
  readonly #google = new GoogleAccounts(this.ctx.storage.sql);
  readonly #apps = new AppWorld(this.ctx.storage.sql);
  readonly #dns = new DnsRecords(this.ctx.storage.sql);
  readonly #hostnames = new Hostnames(this.ctx.storage, this.#dns);
  readonly #senders = new SendingDomains(this.ctx.storage.sql, this.#dns);
  readonly #rooms = new Rooms();
  readonly #pages = new WebPages(this.ctx.storage.sql);
  /** Scripts and requests of language models. */
  readonly #models = new Models(this.ctx.storage);
  #points: DataPoint[] = [];
  readonly #carrier: CarrierStore;
  readonly #clock = new CronClock(this.ctx.storage, this.env.APP);
  readonly #stripe = new StripeWorld(this.ctx.storage, {
    product: this.env.APP,
    record: (passage) => this.#traffic.add(passage),
    later: (work) => this.ctx.waitUntil(work),
  });

  readonly #texts = new TextWorld(this.ctx.storage.sql, {
    product: this.env.APP,
    takeFault: async (host, path) => this.#faults.take(host, path),
    record: (passage) => this.#traffic.add(passage),
    later: (work) => this.ctx.waitUntil(work),
  });

  constructor(ctx: DurableObjectState, env: WorldBindings) {
    super(ctx, env);
    const local = localSettings("");
    this.#carrier = new CarrierStore(ctx.storage.sql, [
      {
        carrier: "twilio",
        sid: local.TWILIO_ACCOUNT_SID,
        auth_token: local.TWILIO_AUTH_TOKEN,
        signing_key: "",
        application_id: null,
      },
      {
        carrier: "telnyx",
        sid: local.TELNYX_ACCOUNT_SID,
        auth_token: local.TELNYX_API_KEY,
        signing_key: env.TELNYX_SIGNING_KEY ?? "",
        application_id: local.TELNYX_APPLICATION_ID,
      },
    ]);
    ctx.blockConcurrencyWhile(() => this.#clock.wind());
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
  keepRequest(host: string, request: Received): number {
    return this.#pages.keep(host, request);
  }
  received(host: string): Received[] {
    return this.#pages.received(host);
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

  enterRoom(room: { account_sid: string; carrier: string; name: string }, member: Member): RoomChange {
    return this.#rooms.enter(room, member);
  }
  leaveRoom(sid: string, call_sid: string): RoomChange {
    return this.#rooms.leave(sid, call_sid);
  }
  roomOthers(sid: string, call_sid: string): Others {
    return this.#rooms.others(sid, call_sid);
  }
  roomNamed(account_sid: string, name: string): Room | null {
    return this.#rooms.named(account_sid, name);
  }
  room(account_sid: string, sid: string): Room | null {
    return this.#rooms.find(account_sid, sid);
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

  get apps(): AppWorld {
    return this.#apps;
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

  get models(): Models {
    return this.#models;
  }

  account(sid: string): Account | null {
    return this.#carrier.account(sid);
  }
  accountWithKey(key: string): Account | null {
    return this.#carrier.held.accountWithKey(key);
  }
  application(id: string): Application | null {
    return this.#carrier.held.application(id);
  }
  configureApplication(application: Omit<Application, "account_sid">): void {
    this.#carrier.held.configureApplication(application);
  }
  makeOwnAccount(carrier: Account["carrier"]): Promise<OwnAccount> {
    return makeOwnAccount(this.#carrier, carrier);
  }
  replaceCredentials(sid: string): Promise<OwnAccount | null> {
    return replaceCredentials(this.#carrier, sid);
  }
  get texts(): TextWorld {
    return this.#texts;
  }
  addAccount(owner_sid: string, friendly_name: string): Account {
    return this.#carrier.addAccount(owner_sid, friendly_name);
  }
  accountsNamed(owner_sid: string, friendly_name: string): Account[] {
    return this.#carrier.accountsNamed(owner_sid, friendly_name);
  }
  setAccountStatus(sid: string, status: Account["status"]): Account | null {
    return this.#carrier.setAccountStatus(sid, status);
  }
  buyNumber(...sale: Parameters<CarrierStore["buy"]>): CarrierNumber | null {
    return this.#carrier.buy(...sale);
  }
  spoilNumber(order: SpoilOrder): boolean {
    return spoilNumber(this.#carrier, this.texts, order);
  }
  configureNumber(sid: string, settings: NumberSettings): CarrierNumber | null {
    return this.#carrier.configure(sid, settings);
  }
  followTo(origin: string): void {
    followTo(this.#carrier, origin);
    this.texts.followTo(origin);
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
    this.#carrier.recordings.keep(recording);
  }
  stopRecording(recording: Recording): Recording {
    return this.#carrier.recordings.stop(recording, Date.now());
  }
  recordingsOf(call_sid: string): Recording[] {
    return this.#carrier.recordings.ofCall(call_sid);
  }
  recording(sid: string): Recording | null {
    return this.#carrier.recordings.find(sid);
  }
  deleteRecording(sid: string): void {
    this.#carrier.recordings.delete(sid);
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

  clock(): Promise<ClockState> {
    return this.#clock.state();
  }

  /** Fires the cron now, as if it were `scheduled_time` (ms UTC). */
  fireClock(by: Firing["by"], scheduled_time: number): Promise<Firing> {
    return this.#clock.fire(by, scheduled_time);
  }

  override async alarm(): Promise<void> {
    await this.#clock.strike();
    await this.#stripe.tick(Date.now());
  }
}
