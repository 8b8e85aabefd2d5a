/** Plays https://messaging.twilio.com: the messaging service of an account, the numbers in it, its campaign, and the verifications of toll-free numbers. */
import { authenticated } from "./twilio-rest.ts";
import { notFound, twilioError } from "./twilio-wire.ts";
import type { WorldDoor } from "./world-door.ts";

/** Answers a request to messaging.twilio.com. Every number with a campaign is in its account's one service, alone. */
export async function twilioMessaging(request: Request, world: WorldDoor): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const account = await authenticated(request, world);
  if (!account) return twilioError(401, 20003, "Authenticate");
  if (request.method !== "GET") return twilioError(405, 20004, "Method not allowed");
  const mine = (await world.numbers()).filter(({ account_sid }) => account_sid === account.sid);
  const campaigns = await Promise.all(mine.map(({ sid }) => world.texts.campaign(sid)));
  if (pathname === "/v1/Tollfree/Verifications") {
    const at = mine.findIndex(({ sid }) => sid === searchParams.get("TollfreePhoneNumberSid"));
    const status = campaigns[at] ?? null;
    return Response.json({ verifications: status === null ? [] : [{ sid: "HHverification", status }] });
  }
  const listed = mine.flatMap(({ sid }, at) => {
    const state = campaigns[at] ?? null;
    return state === null ? [] : [{ sid, service: `MG${sid.slice(2)}`, state }];
  });
  if (pathname === "/v1/Services")
    return Response.json({
      services: listed.map(({ service }) => ({ sid: service, friendly_name: "Texts" })),
    });
  const [, service, rest = ""] = /^\/v1\/Services\/(MG[0-9a-f]{32})\/(.+)$/.exec(pathname) ?? [];
  const known = listed.find((one) => one.service === service);
  if (!known) return notFound(pathname);
  if (rest === `PhoneNumbers/${known.sid}`) return Response.json({ sid: known.sid, service_sid: service });
  if (rest !== "Compliance/Usa2p") return notFound(pathname);
  return Response.json({ compliance: [{ messaging_service_sid: service, campaign_status: known.state }] });
}
