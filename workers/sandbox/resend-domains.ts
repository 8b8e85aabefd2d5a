/** Plays the part of https://api.resend.com that verifies the domains that mail comes from. */
import { z } from "zod";
import { type SendingDomain, spf } from "./sending-domains.ts";

export type SendingZone = {
  sendingDomains(): Promise<SendingDomain[]>;
  createSendingDomain(name: string): Promise<SendingDomain | null>;
  lookAtSendingDomain(id: string): Promise<SendingDomain | null>;
  verifySendingDomain(id: string): Promise<boolean>;
  deleteSendingDomain(id: string): Promise<boolean>;
};

const creation = z.object({ name: z.string().regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/) });

/** Names stand without the registered domain, as Resend writes them. */
const shown = ({ id, name, status, key }: SendingDomain) => {
  const below = name.split(".").slice(0, -2).join(".");
  const named = (label: string) => (below === "" ? label : `${label}.${below}`);
  const record = (more: object) => ({ ttl: "Auto", status, ...more });
  return {
    object: "domain",
    id,
    name,
    status,
    region: "us-east-1",
    records: [
      record({
        record: "SPF",
        type: "MX",
        name: named("send"),
        value: "feedback-smtp.us-east-1.amazonses.com",
        priority: 10,
      }),
      record({ record: "SPF", type: "TXT", name: named("send"), value: spf }),
      record({ record: "DKIM", type: "TXT", name: named("resend._domainkey"), value: key }),
    ],
  };
};

const refusal = (statusCode: number, name: string, message: string): Response =>
  Response.json({ statusCode, name, message }, { status: statusCode });
const notFound = () => refusal(404, "not_found", "Domain not found");

/** Answers a request below /domains; null for another path. */
export async function resendDomains(request: Request, zone: SendingZone): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const parts = /^\/domains(?:\/([^/]+)(?:\/(verify))?)?$/.exec(pathname);
  if (!parts) return null;
  const [, id, verb] = parts;
  const { method } = request;
  if (id === undefined && method === "GET")
    return Response.json({ object: "list", data: (await zone.sendingDomains()).map(shown) });
  if (id === undefined && method === "POST") {
    const wanted = creation.safeParse(await request.json().catch(() => null));
    if (!wanted.success) return refusal(422, "validation_error", z.prettifyError(wanted.error));
    const made = await zone.createSendingDomain(wanted.data.name);
    return made
      ? Response.json(shown(made), { status: 201 })
      : refusal(403, "validation_error", "The domain has been registered already.");
  }
  if (id === undefined) return refusal(405, "method_not_allowed", "Method is not allowed.");
  if (verb === "verify" && method === "POST")
    return (await zone.verifySendingDomain(id)) ? Response.json({ object: "domain", id }) : notFound();
  if (method === "DELETE")
    return (await zone.deleteSendingDomain(id))
      ? Response.json({ object: "domain", id, deleted: true })
      : notFound();
  const found = method === "GET" ? await zone.lookAtSendingDomain(id) : null;
  return found ? Response.json(shown(found)) : notFound();
}
