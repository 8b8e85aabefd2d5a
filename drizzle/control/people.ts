/** The control plane's tables about people: accounts, proofs and sessions. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  email: text("email").notNull(),
  /** Lower-cased in code, because SQLite folds ASCII only (R37). */
  email_folded: text("email_folded").notNull().unique(),
  name: text("name"),
  /** PHC-like string with its own parameters (R12). */
  password_hash: text("password_hash"),
  /** The password of a sign-up with this address after it was proven: it opens a pending session that leads nowhere, as for an address without an account. */
  decoy_password_hash: text("decoy_password_hash"),
  email_confirmed_at: integer("email_confirmed_at"),
  terms_accepted_at: integer("terms_accepted_at"),
  /** Which texts they agreed to: a standard text by its date, an organization's by its id and number ("<id>.3"). Null: before versions were kept. */
  terms_version: text("terms_version"),
  privacy_version: text("privacy_version"),
  /** Referral and UTM values (docs/product.md, "Functions"), from the first visit. */
  referral_code: text("referral_code"),
  utm_source: text("utm_source"),
  utm_medium: text("utm_medium"),
  utm_campaign: text("utm_campaign"),
  utm_term: text("utm_term"),
  utm_content: text("utm_content"),
  click_id: text("click_id"),
  /** The only organization in which an owner who never paid has numbers. */
  numbers_organization_id: text("numbers_organization_id"),
  numbers_claimed_at: integer("numbers_claimed_at"),
  /** A deleted account keeps its row for the audit trail, without name, address or password. */
  deleted_at: integer("deleted_at"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the cookie's secret half (R1). */
    secret_hash: text("secret_hash").notNull(),
    user_id: text("user_id").notNull(),
    /** `pending` opens only the verification step (R5, R16), `factor` only the two-factor step. */
    kind: text("kind", { enum: ["full", "pending", "factor"] }).notNull(),
    created_at: integer("created_at").notNull(),
    last_seen_at: integer("last_seen_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    user_agent: text("user_agent"),
    ip_prefix: text("ip_prefix"),
    country: text("country"),
    /** Pending only: the address as it was typed, so that the step looks the same whether or not it has an account. */
    email: text("email"),
    /** Pending only: the password that was chosen or proven; it becomes the account's when the address is proven. */
    password_hash: text("password_hash"),
    /** When the person last proved their identity here, by password or factor: the sudo window (R3). */
    proven_at: integer("proven_at"),
    /** The second factor; null where the account has none. */
    factor: text("factor", { enum: ["totp", "recovery_code", "passkey"] }),
    /** When that factor was last given: a password alone does not change it. */
    factor_proven_at: integer("factor_proven_at"),
    /** The custom domain that `ref` named at sign-in, or that the session has crossed to since: the host of `generate-auth-token` (docs/product.md, "Functions"). */
    ref_host: text("ref_host"),
    /** The tenant's host that it began on, the only one where it is valid; null: the main host. */
    host: text("host"),
    /** The session on the main host that it crossed over from: signing out on one host signs out on all (R4). */
    crossed_from: text("crossed_from"),
  },
  (t) => [
    index("sessions_user").on(t.user_id, t.created_at),
    index("sessions_expires").on(t.expires_at),
    /** When a person was last seen: one row, however many sessions they have. */
    index("sessions_seen").on(t.user_id, t.kind, t.last_seen_at),
    index("sessions_crossed_from").on(t.crossed_from),
  ],
);

export const emailCodes = sqliteTable(
  "email_codes",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id").notNull(),
    email: text("email").notNull(),
    purpose: text("purpose", { enum: ["verify_email"] }).notNull(),
    code_mac: text("code_mac").notNull(),
    attempts: integer("attempts").notNull().default(0),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    consumed_at: integer("consumed_at"),
    /** The sign-up that the code belongs to: it opens only pending sessions with the same password. */
    password_hash: text("password_hash"),
  },
  (t) => [
    index("email_codes_user").on(t.user_id, t.purpose, t.created_at),
    index("email_codes_expires").on(t.expires_at),
  ],
);

export const profiles = sqliteTable("profiles", {
  /** The user's id. */
  id: text("id").primaryKey(),
  /** The active organization. */
  organization_id: text("organization_id"),
  updated_at: integer("updated_at").notNull(),
});

export const userRoles = sqliteTable(
  "user_roles",
  {
    user_id: text("user_id").notNull(),
    /** `admin` is the platform admin. */
    role: text("role").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.role] })],
);

/** Accounts at identity providers: keyed by the provider's own subject, never by an address (R20). */
export const userIdentities = sqliteTable(
  "user_identities",
  {
    provider: text("provider", { enum: ["google"] }).notNull(),
    subject: text("subject").notNull(),
    user_id: text("user_id").notNull(),
    email: text("email").notNull(),
    created_at: integer("created_at").notNull(),
    last_used_at: integer("last_used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index("user_identities_user").on(t.user_id)],
);

/** Networks that each account has signed in from: its owner can sign in from there while others guess the password. */
export const knownNetworks = sqliteTable(
  "known_networks",
  {
    /** A MAC of the folded address and the network, so the table does not reveal who was where. */
    network: text("network").primaryKey(),
    user_id: text("user_id").notNull(),
    last_used_at: integer("last_used_at").notNull(),
  },
  (t) => [index("known_networks_user").on(t.user_id), index("known_networks_used").on(t.last_used_at)],
);

/** Authenticator apps (R17, R18). */
export const userFactors = sqliteTable(
  "user_factors",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id").notNull(),
    type: text("type", { enum: ["totp"] }).notNull(),
    name: text("name"),
    /** Encrypted, bound to the user. */
    secret: text("secret").notNull(),
    /** The last accepted time step: a code never works twice. */
    last_step: integer("last_step"),
    /** Null until its first code was right: it protects nothing before. */
    verified_at: integer("verified_at"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("user_factors_user").on(t.user_id)],
);

/** Ten codes of 120 bits for a person who lost the authenticator (R19). */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 */
    code_hash: text("code_hash").primaryKey(),
    user_id: text("user_id").notNull(),
    used_at: integer("used_at"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("recovery_codes_user").on(t.user_id)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: text("id").primaryKey(),
    user_id: text("user_id").notNull(),
    name: text("name").notNull(),
    /** COSE, base64url. */
    public_key: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>(),
    /** The host it was made on, to which it is bound. */
    rp_id: text("rp_id").notNull(),
    created_at: integer("created_at").notNull(),
    last_used_at: integer("last_used_at"),
  },
  (t) => [index("passkeys_user").on(t.user_id)],
);

/** Single-use secrets: reset links, both halves of a change of address, crossing to another host, passkey challenges, offers of a client. */
export const oneTimeTokens = sqliteTable(
  "one_time_tokens",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose", {
      enum: [
        "reset_password",
        "change_email_old",
        "change_email_new",
        "cross_domain",
        "auth_token",
        "passkey",
        "export",
        "client_offer",
      ],
    }).notNull(),
    /** SHA-256 */
    token_hash: text("token_hash").notNull().unique(),
    user_id: text("user_id"),
    session_id: text("session_id"),
    /** The new address of a change of address; the address that an offer went to. */
    email: text("email"),
    /** The host it may be redeemed on (R10). */
    audience: text("audience"),
    /** Ties it to the browser that asked (R10), the two halves of a change to each other, or an offer to its agency. */
    bound_to: text("bound_to"),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
  },
  (t) => [
    index("one_time_tokens_user").on(t.user_id, t.purpose, t.created_at),
    index("one_time_tokens_expires").on(t.expires_at),
  ],
);

/** Visits through referral links (docs/product.md, "Functions", track-referral-click). */
export const referralClicks = sqliteTable(
  "referral_clicks",
  {
    /** The click id that the answer contains. */
    id: text("id").primaryKey(),
    referral_code: text("referral_code").notNull(),
    utm_source: text("utm_source"),
    utm_medium: text("utm_medium"),
    utm_campaign: text("utm_campaign"),
    utm_term: text("utm_term"),
    utm_content: text("utm_content"),
    referrer_url: text("referrer_url"),
    landing_page: text("landing_page"),
    ip_prefix: text("ip_prefix"),
    created_at: integer("created_at").notNull(),
    /** The account that signed up after it. */
    user_id: text("user_id"),
  },
  (t) => [
    index("referral_clicks_code").on(t.referral_code, t.created_at),
    index("referral_clicks_created").on(t.created_at),
  ],
);
