/** What an outside caller brings to the door of webhooks: how its posts are verified, and what answers them. */
import type { Settings } from "#app/platform/env.server.ts";

/** A post as it came. `url` is built from our settings: what a request says of its host is not believed. */
export type Post = { headers: Headers; url: string; body: string };

/** `malformed`: signed, and yet ambiguous. */
export type Verdict<Content> =
  | { ok: true; content: Content }
  | { ok: false; reason: "not_signed" | "malformed" };

/** A post that has been verified: its content, and the id that its address names. */
export type Webhook<Content> = { content: Content; id: string | null };

/** What an answer works with. */
export type WebhookContext = {
  env: Env;
  settings: Settings;
  /** The organization and the call that the post concerns, as soon as they are known: what goes wrong then is kept with it. */
  owner: { organization_id: string | null; call_id: string | null };
};

export type Route<Content> = {
  answer(webhook: Webhook<Content>, context: WebhookContext): Promise<Response>;
  /** What the caller is told when the answer fails through no fault of the post. */
  failed(): Response;
};

/** `routes`: by the part of the address after the provider's name; an empty name is the provider's address itself. */
export type Provider<Content> = {
  verify(post: Post, settings: Settings): Promise<Verdict<Content>>;
  routes: Readonly<Record<string, Route<Content>>>;
};
