/** The door for outside callers: a webhook is believed only when its sender's signature holds, over the address that we gave out and nothing else. */
import { ZodError, z } from "zod";
import { ipPrefix } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteFailedWebhook, noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { publicOrigin, type Settings, settings as settingsOf } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { renewedAccount } from "#app/telephony/carriers/subaccounts.server.ts";
import { carrierRoutes, sorryFor } from "./carrier-calls.ts";
import { textRoutes } from "./carrier-texts.ts";
import { isOurCallAddress } from "./carriers/call-address.ts";
import type { CarrierContext } from "./carriers/carrier-post.ts";
import type { CarrierWire, Post, Verdict } from "./carriers/carrier-wire.ts";
import { wireOf } from "./carriers/wires.ts";
import { calledName } from "./forwarded-calls.ts";
import { placedRoutes } from "./placed-calls.ts";

/** `/webhooks/<carrier>/<name>`; the call's id where the address is that of one call, and the number of its attempt to put the caller through. */
const pattern = /^\/webhooks\/([a-z]+)\/([a-z-]+)(?:\/([0-9a-f-]{36})(?:\/(\d{1,3}))?)?$/;
/** Where a carrier asks for words when an own account's calls are not believed: they are the same for everyone, and nothing is done. */
const sorryName = "sorry";
const plain = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/** The account that an address names; null: there is none. */
async function accountOf(
  db: Database,
  settings: Settings,
  carrier: string,
  url: URL,
  ofRunningCall: boolean,
): Promise<CarrierAccount | null> {
  const account_id = url.searchParams.get("account");
  if (account_id !== null && !z.uuid().safeParse(account_id).success) return null;
  return credentialsOf(db, settings, { carrier, account_id }, ofRunningCall);
}

const unbelieved: Verdict = { ok: false, reason: "not_signed" };

async function verdictOn(
  post: Post,
  {
    wire,
    account,
    settings,
    db,
  }: { wire: CarrierWire; account: CarrierAccount | null; settings: Settings; db: Database },
  isOfCall: boolean,
): Promise<Verdict> {
  if (!account) return unbelieved;
  if (isOfCall && !wire.signsAddresses && !(await isOurCallAddress(settings, new URL(post.url))))
    return unbelieved;
  const verdict = await wire.verify(post, account, Date.now());
  if (verdict.ok || verdict.reason !== "not_signed" || account.id === null || account.isOwn) return verdict;
  const now = await renewedAccount(db, settings, account);
  return now ? wire.verify(post, now, Date.now()) : verdict;
}

/** Answers everything under `/webhooks/`. An unsigned request is counted and changes nothing. */
export async function answerWebhook(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const asked = new URL(request.url);
  const { pathname, search } = asked;
  if (pathname === "/webhooks/stripe") {
    const { answerStripe } = await import("./stripe-webhook.ts");
    return answerStripe(request, env, ctx);
  }
  if (pathname.startsWith("/webhooks/workflows/")) {
    const { answerHook } = await import("./workflows/hook.ts");
    return answerHook(request, env);
  }
  const [, carrier = "", name = "", id = null, attempt] = pattern.exec(pathname) ?? [];
  const n = attempt === undefined ? null : Number(attempt);
  const wire = wireOf(carrier);
  const route = carrierRoutes.get(name) ?? placedRoutes.get(name) ?? textRoutes.get(name);
  if (!wire || (!route && name !== sorryName)) return plain(404);
  if (request.method !== "POST") return plain(405, { allow: "POST" });
  if (name === sorryName) return sorryFor(wire);
  const body = await textOf(request);
  if (body === null) return plain(413);
  const settings = settingsOf(env);
  if (!route) return plain(404);
  const db = new Database(env.DB, new Timing());
  const account = await accountOf(db, settings, carrier, asked, id !== null || name === "status");
  const post = { headers: request.headers, url: `${publicOrigin(settings)}${pathname}${search}`, body };
  const verdict = await verdictOn(post, { wire, account, settings, db }, id !== null);
  const where = `webhooks/${carrier}/${name}`;
  const request_id = request.headers.get("x-request-id");
  if (!verdict.ok || !account) {
    if (account?.isOwn && account.organization_id) noteFailedWebhook(account.organization_id);
    if (!verdict.ok && verdict.reason === "malformed") return plain(400);
    const network = ipPrefix(request.headers.get("cf-connecting-ip"));
    noteRefusal("webhook", { route: where, network, request_id });
    return plain(403);
  }
  const owner: CarrierContext["owner"] = { organization_id: account.organization_id, call_id: null };
  try {
    const called = asked.searchParams.get(calledName);
    return await route.answer(
      { content: verdict.content, id, n, called, search: asked.searchParams },
      { env, settings, wire, account, owner },
    );
  } catch (error) {
    const isMalformed = error instanceof ZodError;
    if (owner.organization_id !== null) noteFailedWebhook(owner.organization_id);
    const context = { url: pathname, route: where, request_id: request_id ?? newId() };
    ctx.waitUntil(
      recordError(env, { error, ...context, ...owner, severity: isMalformed ? "warning" : "critical" }),
    );
    return isMalformed ? plain(400) : route.failed(wire);
  }
}

/** The body; null when it is longer than the front door allows. */
async function textOf(request: Request): Promise<string | null> {
  try {
    return await (await bodyOf(request)).text();
  } catch (error) {
    if (codeOf(error) === "too_large") return null;
    throw error;
  }
}
