/** Text messages as the carriers carry them: kept, reported, stopped after STOP, and shown on the sandbox's phone. */
import { RpcTarget } from "cloudflare:workers";
import { z } from "zod";
import type { Carrier } from "#workers/sandbox/carrier.ts";
import type { Account } from "#workers/sandbox/carrier-records.ts";
import { dialectOf } from "#workers/sandbox/dialect.ts";
import { sendDisturbed, type Webhook } from "#workers/sandbox/webhooks.ts";
import { type CarriedText, textWebhookOf } from "./text-webhooks.ts";

const row = z.object({
  seq: z.number(),
  id: z.string(),
  our_number: z.string(),
  other_number: z.string(),
  words: z.string(),
  media: z.number(),
  /** Who wrote it: the product, the person at the phone, or the carrier by itself. */
  by: z.enum(["product", "phone", "carrier"]),
  status: z.string(),
});
export type TextRow = z.infer<typeof row>;

export type TextOrder = {
  from: string;
  to: string;
  text: string;
  media: number;
  /** The carrier tells that it answered a STOP by itself (Advanced Opt-Out). */
  tells_opt_out: boolean;
  /** An id of an earlier text, which is announced again. */
  again?: string | undefined;
};

type Around = Pick<Carrier, "product" | "takeFault" | "record"> & { later(work: Promise<unknown>): void };

const stops = /^(stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)$/i;
const starts = /^(start|unstop|yes)$/i;

export class TextWorld extends RpcTarget {
  readonly #sql: SqlStorage;
  readonly #around: Around;

  constructor(sql: SqlStorage, around: Around) {
    super();
    this.#sql = sql;
    this.#around = around;
    sql.exec(
      `create table if not exists carried_texts (
        seq integer primary key autoincrement, id text not null unique, our_number text not null,
        other_number text not null, words text not null, media integer not null, by text not null, status text not null);
      create table if not exists text_stops (our_number text, other_number text, primary key (our_number, other_number));
      create table if not exists text_addresses (name text primary key, url text not null);
      create table if not exists text_profiles (number_sid text primary key, profile text not null);
      create table if not exists text_campaigns (number_sid text primary key, state text not null)`,
    );
  }

  /** Where texts to a number of Twilio's are announced, by the number's id; at Telnyx by the account's messaging profile. */
  setAddress(name: string, url: string): void {
    this.#sql.exec("insert or replace into text_addresses values (?, ?)", name, url);
  }

  address(name: string): string {
    const [found] = this.#sql.exec("select url from text_addresses where name = ?", name).toArray();
    return String(found?.url ?? "");
  }

  /** The messaging profile of a number of Telnyx'; an empty one is none. */
  setProfile(number_sid: string, profile: string): void {
    this.#sql.exec("insert or replace into text_profiles values (?, ?)", number_sid, profile);
  }

  profile(number_sid: string): string | null {
    const [found] = this.#sql
      .exec("select profile from text_profiles where number_sid = ?", number_sid)
      .toArray();
    return String(found?.profile ?? "") || null;
  }

  /** The campaign under which a number sends texts, in the carrier's own word for its state; an empty one is none. */
  setCampaign(number_sid: string, state: string): void {
    this.#sql.exec("insert or replace into text_campaigns values (?, ?)", number_sid, state);
  }

  campaign(number_sid: string): string | null {
    const [found] = this.#sql
      .exec("select state from text_campaigns where number_sid = ?", number_sid)
      .toArray();
    return String(found?.state ?? "") || null;
  }

  /** The messages between two numbers, oldest first. */
  between(our_number: string, other_number: string): TextRow[] {
    return this.#sql
      .exec(
        "select * from carried_texts where our_number = ? and other_number = ? order by seq",
        our_number,
        other_number,
      )
      .toArray()
      .map((found) => row.parse(found));
  }

  #keep(text: Omit<TextRow, "seq">): void {
    this.#sql.exec(
      "insert or ignore into carried_texts (id, our_number, other_number, words, media, by, status) values (?, ?, ?, ?, ?, ?, ?)",
      text.id,
      text.our_number,
      text.other_number,
      text.words,
      text.media,
      text.by,
      text.status,
    );
  }

  #isStopped(our_number: string, other_number: string): boolean {
    const found = this.#sql.exec(
      "select 1 from text_stops where our_number = ? and other_number = ?",
      our_number,
      other_number,
    );
    return found.toArray().length > 0;
  }

  /** Sends a text of the product; null: the person answered STOP to this number. Its reports follow. */
  send(
    account: Account,
    sent: { from: string; to: string; words: string; status_url: string },
  ): string | null {
    if (this.#isStopped(sent.from, sent.to)) return null;
    const id = newTextId(account);
    const words = { our_number: sent.from, other_number: sent.to, words: sent.words };
    this.#keep({ id, ...words, media: 0, by: "product", status: "queued" });
    if (sent.status_url !== "") this.#around.later(this.#report(account, id, sent));
    return id;
  }

  /** A number that ends in an error of deliveries, such as 30007, meets that error. */
  async #report(
    account: Account,
    id: string,
    { from, to, status_url }: { from: string; to: string; status_url: string },
  ): Promise<void> {
    const [error = null] = /(?:300\d\d|4000\d)$/.exec(to) ?? [];
    const steps = ["sent", error === null ? "delivered" : "undelivered"];
    let held: Webhook | null = null;
    for (const status of steps) {
      this.#sql.exec("update carried_texts set status = ? where id = ?", status, id);
      const text: CarriedText = { id, from, to, words: "", media: 0 };
      const webhook = textWebhookOf(account, text, { url: status_url, status, error });
      const fault = await this.#around.takeFault(dialectOf(account).host, "message-callbacks");
      if (fault?.effect === "out_of_order") held = webhook;
      else await sendDisturbed(this.#around, webhook, fault);
    }
    if (held) await sendDisturbed(this.#around, held, null);
  }

  /** A person texts a number. The carrier obeys STOP and START by itself, and says so to the person. */
  async receive(
    account: Account,
    url: string,
    order: TextOrder,
  ): Promise<{ id: string; status: number | null }> {
    const { from, to, text, media, tells_opt_out } = order;
    const id = order.again ?? newTextId(account);
    this.#keep({
      id,
      our_number: to,
      other_number: from,
      words: text,
      media,
      by: "phone",
      status: "received",
    });
    const said = text.trim();
    const wish = stops.test(said) ? "STOP" : starts.test(said) ? "START" : null;
    if (wish === "STOP") this.#stop(to, from);
    if (wish === "START")
      this.#sql.exec("delete from text_stops where our_number = ? and other_number = ?", to, from);
    const carried: CarriedText = { id, from, to, words: text, media };
    const webhook = textWebhookOf(account, carried, { url, opted: tells_opt_out ? wish : null });
    const fault = await this.#around.takeFault(dialectOf(account).host, "message-webhook");
    const { status } = await sendDisturbed(this.#around, webhook, fault);
    return { id, status };
  }

  /** The same without waiting for what the product answers. */
  receiveLater(account: Account, url: string, order: TextOrder): void {
    this.#around.later(this.receive(account, url, order));
  }

  #stop(our_number: string, other_number: string): void {
    if (this.#isStopped(our_number, other_number)) return;
    this.#sql.exec("insert into text_stops values (?, ?)", our_number, other_number);
    this.#keep({
      id: crypto.randomUUID(),
      our_number,
      other_number,
      words:
        "You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.",
      media: 0,
      by: "carrier",
      status: "delivered",
    });
  }
}

const newTextId = ({ carrier }: Account): string =>
  carrier === "telnyx" ? crypto.randomUUID() : `SM${crypto.randomUUID().replaceAll("-", "")}`;
