/** /call-history/:callId/share: the links of a call, and what the page's forms do. */
import { data } from "react-router";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { mostShares } from "./share-terms.schema.ts";
import { makeShare, revokeShare, sharesOf } from "./share-verbs.server.ts";
import { shareChoice, shareInput } from "./shares.schema.ts";

const noSuchCall = () => missing("call", { to: "/call-history", label: "Calls" });

export async function sharesPage(context: Context, callId: string) {
  const member = permitted(context, "calls.write");
  const { organization, store, may } = member;
  const reading = { now: Date.now(), timeZone: organization.timeZone, locale: organization.locale };
  const [call, shares] = await Promise.all([
    store.calls.find(callId, reading),
    sharesOf(depsOf(context).db, organization.id, callId, reading.now),
  ]);
  if (!call?.ended) throw noSuchCall();
  return {
    callId,
    who: call.who,
    canMake: !isVisiting(member),
    canShowPersons: may("calls.read_persons"),
    shares: shares.map(({ id, shows_persons, created_at, expires_at, made_by }) => ({
      id,
      showsPersons: shows_persons,
      made: ago(created_at, reading.now, reading),
      by: made_by ?? "a former member",
      until: exactTime(expires_at, reading),
    })),
  };
}

/** @returns the address that was just made, which is shown this once, or what was refused */
export async function changeShares(request: Request, context: Context, call_id: string) {
  const member = permitted(context, "calls.write");
  const deps = depsOf(context);
  const posted = { ...Object.fromEntries(await readForm(request, context)), call_id };
  if (!(await member.store.calls.isFinished(call_id))) throw noSuchCall();
  if ("do" in posted && posted.do === "revoke") {
    const choice = shareChoice.safeParse(posted);
    if (!choice.success) throw faultResponse("bad_request");
    await revokeShare(member, choice.data, deps);
    return data({
      isGood: true,
      message: "The link was revoked. It can't be opened anymore.",
      address: null,
    });
  }
  const input = shareInput.safeParse(posted);
  if (!input.success) throw faultResponse("bad_request");
  const made = await makeShare(member, input.data, deps);
  if (!made.ok && made.reason === "not_found") throw noSuchCall();
  if (!made.ok) {
    const message = `This call has ${mostShares} links already. Revoke one first.`;
    return data({ isGood: false, message, address: null }, 409);
  }
  const { origin } = await brandOfOrganization(deps.db, deps.env, member.organization.id);
  return data({ isGood: true, message: "The link is ready.", address: `${origin}/shared/${made.secret}` });
}
