/** Every mail that was sent, newest first. */
import { z } from "zod";

const kept = 1000;

const row = z.object({
  id: z.string(),
  /** Several recipients are separated by ", ". */
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  sent_at: z.number().transform((ms) => new Date(ms).toISOString()),
});
/** `sent_at`: RFC 3339. */
export type Mail = z.output<typeof row>;

export type NewMail = {
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
};
/** `key` null: the sender uses no idempotency key. */
export type Idempotency = { key: string | null; fingerprint: string };
export type Sent = { ok: true; id: string } | { ok: false; reason: "key_used_for_another_mail" };

export class Inbox {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists mails (
        number integer primary key autoincrement, id text not null unique, "to" text not null, "from" text not null,
        subject text not null, html text, text text, sent_at integer not null, key text unique, fingerprint text not null)`,
    );
  }

  /** Stores a mail; the same key with the same content stores it once (R16). */
  send(mail: NewMail, { key, fingerprint }: Idempotency, now: number): Sent {
    const before = key && this.#sql.exec("select id, fingerprint from mails where key = ?", key).toArray()[0];
    if (before)
      return before.fingerprint === fingerprint
        ? { ok: true, id: String(before.id) }
        : { ok: false, reason: "key_used_for_another_mail" };
    const id = crypto.randomUUID();
    this.#sql.exec(
      `insert into mails (id, "to", "from", subject, html, text, sent_at, key, fingerprint) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      mail.to.join(", "),
      mail.from,
      mail.subject,
      mail.html,
      mail.text,
      now,
      key,
      fingerprint,
    );
    this.#sql.exec("delete from mails where number <= (select max(number) from mails) - ?", kept);
    return { ok: true, id };
  }

  /** Mails to an address (any when null), newest first. Case does not matter. */
  list(to: string | null): Mail[] {
    const all = this.#sql
      .exec(`select id, "to", "from", subject, html, text, sent_at from mails order by number desc`)
      .toArray()
      .map((found) => row.parse(found));
    return to === null ? all : all.filter((mail) => addresses(mail.to).includes(to.trim().toLowerCase()));
  }

  find(id: string): Mail | null {
    return this.list(null).find((mail) => mail.id === id) ?? null;
  }

  clear(): void {
    this.#sql.exec("delete from mails");
  }
}

/** The bare addresses of a recipient line, in lower case. */
export const addresses = (line: string): string[] =>
  line.split(", ").map((one) => (/<([^<>]+)>\s*$/.exec(one)?.[1] ?? one).trim().toLowerCase());
