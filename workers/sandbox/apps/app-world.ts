/** The apps that organizations connect: who was let in with which token, and what stands there. */
import { RpcTarget } from "cloudflare:workers";
import { z } from "zod";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";

const codeLifetime_ms = 10 * minute_ms;
const tokenLifetime_ms = hour_ms;

export const apps = ["google", "slack", "hubspot"] as const;
export type App = (typeof apps)[number];

/** What someone allowed at a consent page. */
const grant = z.object({
  app: z.enum(apps),
  account: z.string(),
  scope: z.string(),
  redirect_uri: z.string(),
});
export type AppGrant = z.infer<typeof grant>;

const kept = z.object({ kind: z.string(), id: z.string(), account: z.string(), body: z.string() });
/** Something that stands in an app: an event, a message, a contact. `body`: JSON, because RPC has no type for it. */
export type Thing = z.infer<typeof kept>;

const token = (prefix: string): string => `${prefix}${crypto.randomUUID().replaceAll("-", "")}`;
const prefixes: Record<App, string> = { google: "ya29.", slack: "xoxb-", hubspot: "CO" };

export class AppWorld extends RpcTarget {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    super();
    this.#sql = sql;
    sql.exec(
      `create table if not exists app_codes (code text primary key, given text not null, expires_at integer not null);
      create table if not exists app_tokens (
        token text primary key, kind text not null, app text not null, account text not null, scope text not null,
        grant_id text not null, expires_at integer);
      create table if not exists app_things (
        seq integer primary key autoincrement, account text not null, kind text not null, id text not null,
        body text not null, unique (account, kind, id));
      create table if not exists app_renewals (account text primary key, times integer not null)`,
    );
  }

  keepCode(given: AppGrant, now: number): string {
    const code = token("code-");
    this.#sql.exec(
      "insert into app_codes values (?, ?, ?)",
      code,
      JSON.stringify(given),
      now + codeLifetime_ms,
    );
    return code;
  }

  /** Redeems a code, once. */
  takeCode(code: string, now: number): AppGrant | null {
    const [row] = this.#sql
      .exec("delete from app_codes where code = ? and expires_at > ? returning given", code, now)
      .toArray();
    return row ? grant.parse(JSON.parse(String(row.given))) : null;
  }

  /** Lets someone in. @param lasts the access token does not end, and nothing renews it */
  issue(given: Omit<AppGrant, "redirect_uri">, now: number, lasts = false) {
    const grant_id = crypto.randomUUID();
    const access = this.#access(given, grant_id, lasts ? null : now + tokenLifetime_ms);
    const refresh = lasts ? null : token("refresh-");
    if (refresh !== null) this.#keep(refresh, "refresh", given, grant_id, null);
    return { access, refresh };
  }

  #access(given: Omit<AppGrant, "redirect_uri">, grant_id: string, expires_at: number | null): string {
    const access = token(prefixes[given.app]);
    this.#keep(access, "access", given, grant_id, expires_at);
    return access;
  }

  #keep(
    value: string,
    kind: "access" | "refresh",
    { app, account, scope }: Omit<AppGrant, "redirect_uri">,
    grant_id: string,
    expires_at: number | null,
  ): void {
    this.#sql.exec(
      "insert into app_tokens values (?, ?, ?, ?, ?, ?, ?)",
      value,
      kind,
      app,
      account,
      scope,
      grant_id,
      expires_at,
    );
  }

  /** Lets someone in with tokens that are known beforehand; the access token is over unless nothing renews it. */
  admit(given: Omit<AppGrant, "redirect_uri">, known: { access: string; refresh: string | null }): void {
    const grant_id = crypto.randomUUID();
    this.#keep(known.access, "access", given, grant_id, known.refresh === null ? null : 0);
    if (known.refresh !== null) this.#keep(known.refresh, "refresh", given, grant_id, null);
  }

  /** A key that its owner made at the app, and that lasts until they delete it. */
  makeKey(app: App, account: string): string {
    const key = token("pat-na1-");
    this.#keep(key, "access", { app, account, scope: "" }, crypto.randomUUID(), null);
    return key;
  }

  /** A new access token in the place of the earlier ones; null: the refresh token is not known. */
  renew(refresh: string, now: number): string | null {
    const [row] = this.#sql
      .exec("select * from app_tokens where token = ? and kind = 'refresh'", refresh)
      .toArray();
    if (!row) return null;
    const given = grant.omit({ redirect_uri: true }).parse(row);
    this.#sql.exec(
      "insert into app_renewals values (?, 1) on conflict (account) do update set times = times + 1",
      given.account,
    );
    return this.#access(given, String(row.grant_id), now + tokenLifetime_ms);
  }

  /** How often an account's tokens were renewed. */
  renewals(account: string): number {
    const [row] = this.#sql.exec("select times from app_renewals where account = ?", account).toArray();
    return Number(row?.times ?? 0);
  }

  /** The account that a token opens; null: it opens none. */
  accountOf(app: App, value: string | null, now: number): string | null {
    if (value === null) return null;
    const [row] = this.#sql
      .exec(
        "select account from app_tokens where token = ? and app = ? and kind = 'access' and (expires_at is null or expires_at > ?)",
        value,
        app,
        now,
      )
      .toArray();
    return row ? String(row.account) : null;
  }

  /** Takes back all that a token's owner allowed with it. @returns whether the token was known */
  revoke(value: string): boolean {
    const [row] = this.#sql.exec("select grant_id from app_tokens where token = ?", value).toArray();
    if (!row) return false;
    this.#sql.exec("delete from app_tokens where grant_id = ?", row.grant_id ?? "");
    return true;
  }

  /** The owner removes us from their account, or the access tokens end early. */
  disturb(account: string, act: "revoke" | "expire"): void {
    if (act === "revoke") this.#sql.exec("delete from app_tokens where account = ?", account);
    else
      this.#sql.exec(
        "update app_tokens set expires_at = 0 where account = ? and kind = 'access' and expires_at is not null",
        account,
      );
  }

  put(thing: Thing): void {
    this.#sql.exec(
      `insert into app_things (account, kind, id, body) values (?, ?, ?, ?)
      on conflict (account, kind, id) do update set body = excluded.body`,
      thing.account,
      thing.kind,
      thing.id,
      thing.body,
    );
  }

  thing(account: string, kind: string, id: string): Thing | null {
    return this.things(account, kind).find((one) => one.id === id) ?? null;
  }

  /** What stands in an account, the oldest first; null: in all of them. */
  things(account: string | null, kind: string | null): Thing[] {
    return this.#sql
      .exec(
        "select kind, id, account, body from app_things where (?1 is null or account = ?1) and (?2 is null or kind = ?2) order by seq",
        account,
        kind,
      )
      .toArray()
      .map((row) => kept.parse(row));
  }
}
