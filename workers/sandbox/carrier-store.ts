/** The carrier's accounts, numbers and calls, and the scripts that answer at outside numbers. */

import { AccountHoldings } from "./account-holdings.ts";
import { type Answer, answer } from "./answers.ts";
import {
  type Account,
  account,
  type CallChanges,
  type CarrierCall,
  type CarrierNumber,
  carrierCall,
  carrierNumber,
  type NumberSettings,
  newNumericId,
  newSid,
} from "./carrier-records.ts";
import { RecordingRows } from "./recording-rows.ts";

const keptCalls = 5000;

export type CallQuery = {
  account_sid: string;
  to?: string | undefined;
  from?: string | undefined;
  status?: string | undefined;
  parent_call_sid?: string | undefined;
  /** ms UTC: started (or, unanswered, created) no earlier and no later. */
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
};

type LocalAccount = Pick<Account, "sid" | "carrier" | "auth_token" | "signing_key"> & {
  application_id: string | null;
};

const numberColumns = carrierNumber.keyof().options;

export class CarrierStore {
  readonly #sql: SqlStorage;
  /** What accounts have besides numbers and calls. */
  readonly held: AccountHoldings;
  readonly recordings: RecordingRows;

  /** `local`: the accounts that the product's settings name; they exist from the start. */
  constructor(sql: SqlStorage, local: readonly LocalAccount[]) {
    this.#sql = sql;
    this.held = new AccountHoldings(sql);
    this.recordings = new RecordingRows(sql);
    sql.exec(
      `create table if not exists accounts (
        sid text primary key, auth_token text not null, friendly_name text not null, status text not null,
        owner_sid text not null, created_at integer not null);
      create table if not exists numbers (
        sid text primary key, account_sid text not null, phone_number text not null unique, friendly_name text not null,
        voice_url text not null, voice_method text not null, voice_fallback_url text not null,
        voice_fallback_method text not null, status_callback text not null, status_callback_method text not null,
        created_at integer not null, updated_at integer not null);
      create table if not exists calls (
        number integer primary key autoincrement, sid text not null unique, account_sid text not null,
        parent_call_sid text, phone_number_sid text, from_number text not null, to_number text not null,
        direction text not null, status text not null, answered_by text, created_at integer not null,
        started_at integer, ended_at integer);
      create index if not exists calls_account on calls (account_sid, number);
      create table if not exists answers (phone_number text primary key, answer text not null)`,
    );
    this.#upgrade("accounts", "carrier", "text not null default 'twilio'");
    this.#upgrade("accounts", "signing_key", "text not null default ''");
    this.#upgrade("numbers", "connection_id", "text not null default ''");
    this.#upgrade("numbers", "state", "text not null default ''");
    for (const { sid, carrier, auth_token, signing_key, application_id } of local) {
      sql.exec(
        `insert into accounts (sid, auth_token, friendly_name, status, owner_sid, created_at, carrier, signing_key)
         values (?, ?, 'Local account', 'active', ?, ?, ?, ?)
         on conflict (sid) do update set auth_token = excluded.auth_token, signing_key = excluded.signing_key`,
        sid,
        auth_token,
        sid,
        Date.now(),
        carrier,
        signing_key,
      );
      if (application_id !== null) this.held.addApplication(application_id, sid);
    }
  }

  /** Adds a column to the database of an earlier version. */
  #upgrade(table: "accounts" | "numbers", column: string, type: string): void {
    const columns = this.#sql.exec("select name from pragma_table_info(?)", table).toArray();
    if (!columns.some(({ name }) => name === column))
      this.#sql.exec(`alter table ${table} add column ${column} ${type}`);
  }

  account(sid: string): Account | null {
    const [found] = this.#sql.exec("select * from accounts where sid = ?", sid).toArray();
    return found ? account.parse(found) : null;
  }

  /** A subaccount of `owner_sid`. */
  addAccount(owner_sid: string, friendly_name: string): Account {
    const token = newSid("AC").slice(2);
    return account.parse(
      this.#sql
        .exec(
          `insert into accounts (sid, auth_token, friendly_name, status, owner_sid, created_at)
           values (?, ?, ?, 'active', ?, ?) returning *`,
          newSid("AC"),
          token,
          friendly_name,
          owner_sid,
          Date.now(),
        )
        .one(),
    );
  }

  /** The accounts that one owns under a name, itself among them. */
  accountsNamed(owner_sid: string, friendly_name: string): Account[] {
    return this.#sql
      .exec("select * from accounts where owner_sid = ? and friendly_name = ?", owner_sid, friendly_name)
      .toArray()
      .map((found) => account.parse(found));
  }

  /** A closed account keeps no numbers. */
  setAccountStatus(sid: string, status: Account["status"]): Account | null {
    this.#sql.exec("update accounts set status = ? where sid = ?", status, sid);
    if (status === "closed") this.#sql.exec("delete from numbers where account_sid = ?", sid);
    return this.account(sid);
  }

  /** Sells a number, under an id of its own unless one is given; null when it is already taken. */
  buy(
    account_sid: string,
    phone_number: string,
    settings: NumberSettings,
    sid?: string,
  ): CarrierNumber | null {
    if (this.numberCalled(phone_number)) return null;
    const now = Date.now();
    const isTelnyx = this.account(account_sid)?.carrier === "telnyx";
    const sold: CarrierNumber = {
      sid: sid ?? (isTelnyx ? newNumericId() : newSid("PN")),
      account_sid,
      phone_number,
      friendly_name: phone_number,
      voice_url: "",
      voice_method: "POST",
      voice_fallback_url: "",
      voice_fallback_method: "POST",
      status_callback: "",
      status_callback_method: "POST",
      connection_id: "",
      state: "",
      created_at: now,
      updated_at: now,
      ...settings,
    };
    this.#sql.exec(
      `insert into numbers (${numberColumns.join(", ")}) values (${numberColumns.map(() => "?").join(", ")})`,
      ...numberColumns.map((column) => sold[column]),
    );
    return sold;
  }

  configure(sid: string, settings: NumberSettings): CarrierNumber | null {
    const before = this.number(sid);
    if (!before) return null;
    const changed = { ...before, ...settings, updated_at: Date.now() };
    const columns = numberColumns;
    this.#sql.exec(
      `update numbers set ${columns.map((column) => `${column} = ?`).join(", ")} where sid = ?`,
      ...columns.map((column) => changed[column]),
      sid,
    );
    return changed;
  }

  release(sid: string): void {
    this.#sql.exec("delete from numbers where sid = ?", sid);
  }

  number(sid: string): CarrierNumber | null {
    return this.numbers().find((one) => one.sid === sid) ?? null;
  }

  /** The number that was dialled (E.164), whichever account owns it, with the addresses of its application if it has one. */
  numberCalled(phone_number: string): CarrierNumber | null {
    const number = this.numbers().find((one) => one.phone_number === phone_number) ?? null;
    const connected = number?.connection_id ? this.held.application(number.connection_id) : null;
    if (!number || !connected) return number;
    const { voice_url, voice_fallback_url, status_callback } = connected;
    return { ...number, voice_url, voice_fallback_url, status_callback };
  }

  /** Every sold number, newest first. */
  numbers(): CarrierNumber[] {
    return this.#sql
      .exec("select * from numbers order by created_at desc, sid")
      .toArray()
      .map((found) => carrierNumber.parse(found));
  }

  addCall(call: CarrierCall): void {
    const columns = carrierCall.keyof().options;
    this.#sql.exec(
      `insert into calls (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
      ...columns.map((column) => call[column]),
    );
    this.#sql.exec("delete from calls where number <= (select max(number) from calls) - ?", keptCalls);
  }

  changeCall(sid: string, changes: CallChanges): CarrierCall | null {
    for (const [column, value] of Object.entries(carrierCall.partial().parse(changes)))
      this.#sql.exec(`update calls set ${column} = ? where sid = ?`, value, sid);
    return this.call(sid);
  }

  call(sid: string): CarrierCall | null {
    const [found] = this.#sql.exec("select * from calls where sid = ?", sid).toArray();
    return found ? carrierCall.parse(found) : null;
  }

  /** Newest first. */
  calls(query: CallQuery): CarrierCall[] {
    const at = (call: CarrierCall) => call.started_at ?? call.created_at;
    return this.#sql
      .exec("select * from calls where account_sid = ? order by number desc", query.account_sid)
      .toArray()
      .map((found) => carrierCall.parse(found))
      .filter(
        (call) =>
          (!query.to || call.to_number === query.to) &&
          (!query.from || call.from_number === query.from) &&
          (!query.status || call.status === query.status) &&
          (!query.parent_call_sid || call.parent_call_sid === query.parent_call_sid) &&
          (query.after === undefined || at(call) >= query.after) &&
          (query.before === undefined || at(call) <= query.before),
      )
      .slice(0, query.limit);
  }

  /** Calls that ring at an outside number and wait for a person at the sandbox's phone. */
  ringing(): CarrierCall[] {
    return this.#sql
      .exec("select * from calls where status = 'ringing' and direction = 'outbound-api' order by number")
      .toArray()
      .map((found) => carrierCall.parse(found));
  }

  setAnswer(phone_number: string, given: Answer): void {
    this.#sql.exec("insert or replace into answers values (?, ?)", phone_number, JSON.stringify(given));
  }

  clearAnswers(): void {
    this.#sql.exec("delete from answers");
  }

  answer(phone_number: string): Answer | null {
    const [found] = this.#sql
      .exec("select answer from answers where phone_number = ?", phone_number)
      .toArray();
    return found ? answer.parse(JSON.parse(String(found.answer))) : null;
  }
}
