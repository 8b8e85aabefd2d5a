/** The entry for open dashboards: `GET /live?organization_id=…`, for members who may read calls and from whom the brand does not hide them, from our own pages. */
import { RouterContextProvider } from "react-router";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { ipPrefix } from "#app/limits/network.ts";
import { actorOfVisitor } from "#app/membership/actor.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { Database, database } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { Listener } from "./live-feed.ts";

/** 403; the reason appears only in the logs. */
function refused({ headers }: Request, why: string): Response {
  const network = ipPrefix(headers.get("cf-connecting-ip"));
  noteRefusal("live", { why, network, request_id: headers.get("x-request-id") });
  return faultResponse("forbidden");
}

/** Opens a live feed, or refuses with 403: a foreign page, no session, no membership, no permission or a hidden section. */
export async function openLiveFeed(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
    return new Response(null, { status: 426, headers: { upgrade: "websocket" } });
  // Browsers send cookies with the sockets of any page; only the origin tells which page it is (R7).
  if (request.headers.get("origin") !== url.origin) return refused(request, "origin");
  const context = new RouterContextProvider();
  context.set(cloudflare, { env, ctx });
  context.set(database, new Database(env.DB, new Timing()));
  const wanted = url.searchParams.get("organization_id");
  const standing = await actorOfVisitor(request, context, ({ memberships, visits }) =>
    [...memberships, ...visits].find(({ id }) => id === wanted),
  );
  if (standing.is === "anonymous") return refused(request, "session");
  if (standing.is !== "member" || !standing.actor.may("calls.read")) return refused(request, "membership");
  if (isHidden(standing.actor.hiddenSections, "calls")) return refused(request, "section");
  const { who, membership, actor } = standing;
  const listener: Listener = {
    session_id: who.sessionId,
    user_id: who.user.id,
    persons: actor.may("calls.read_persons") ? "shown" : "hidden",
  };
  const asked = new Request(`https://organization/live?${new URLSearchParams(listener)}`, {
    headers: { upgrade: "websocket" },
  });
  try {
    return await organizationObject(membership, env).fetch(asked);
  } catch (error) {
    const owner = { user_id: who.user.id, organization_id: membership.id };
    const request_id = request.headers.get("x-request-id") ?? newId();
    const where = { url: url.pathname, route: "live", request_id };
    ctx.waitUntil(recordError(env, { error, ...where, ...owner, severity: "error" }));
    return faultResponse("unexpected");
  }
}
