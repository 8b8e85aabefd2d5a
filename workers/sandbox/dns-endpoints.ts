/** /sandbox/dns: the records that exist, the records that custom domains ask for, and a button that sets them. */
import { z } from "zod";
import { type DnsRecord, dnsRecord } from "./dns.ts";
import { type Hostname, hostnameOrder } from "./hostnames.ts";
import { type Html, html } from "./html.ts";
import { methodNotAllowed, problem, readJson, wantsJson } from "./json.ts";
import { localSettings } from "./local-bindings.ts";
import { empty, page } from "./page.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { type SendingDomain, senderOrder, spf } from "./sending-domains.ts";
import { type WorldDoor, worldOf } from "./world-door.ts";

const domainRow = z.object({
  host: z.string(),
  proof: z.string(),
  state: z.string(),
  has_www: z.number(),
  organization: z.string(),
});
type Domain = z.infer<typeof domainRow>;

/** Sets one record, or with `domain` all that a custom domain asks for. */
const setting = z.union([z.strictObject({ domain: z.string().toLowerCase() }), dnsRecord]);
const removal = z.object({ name: z.string().toLowerCase(), type: dnsRecord.shape.type.optional() });

async function domains({ DB }: SandboxBindings): Promise<Domain[]> {
  const { results } = await DB.prepare(
    `select d.host, d.proof, d.state, d.has_www, o.name as organization from custom_domains d
      join organizations o on o.id = d.organization_id order by d.created_at desc limit 50`,
  ).all();
  return z.array(domainRow).parse(results);
}

/** The records that a domain's page asks its owner for. */
function recordsOf({ host, proof, has_www }: Domain, hostnames: readonly Hostname[]): DnsRecord[] {
  const { CUSTOMERS_HOST } = localSettings("");
  const names = has_www === 1 ? [host, `www.${host}`] : [host];
  return [
    { name: `_verify.${host}`, type: "TXT", value: proof },
    ...names.map((name): DnsRecord => ({ name, type: "CNAME", value: CUSTOMERS_HOST })),
    ...hostnames
      .filter(({ hostname }) => names.includes(hostname))
      .flatMap(({ hostname, ownership, challenge }): DnsRecord[] => [
        { name: `_cf-custom-hostname.${hostname}`, type: "TXT", value: ownership },
        { name: `_acme-challenge.${hostname}`, type: "TXT", value: challenge },
      ]),
  ];
}

/** The records that Resend asks for; its MX record takes bounces and proves nothing. */
const senderRecords = ({ name, key }: SendingDomain): DnsRecord[] => [
  { name: `send.${name}`, type: "TXT", value: spf },
  { name: `resend._domainkey.${name}`, type: "TXT", value: key },
];

/** Answers /sandbox/dns, /sandbox/hostnames and /sandbox/sending-domains. */
export async function dnsEndpoint(
  request: Request,
  path: "/dns" | "/hostnames" | "/sending-domains",
  url: URL,
  bindings: SandboxBindings,
): Promise<Response> {
  const world = worldOf(bindings);
  if (path === "/hostnames") return hostnamesEndpoint(request, world);
  if (path === "/sending-domains") return sendersEndpoint(request, world);
  switch (request.method) {
    case "GET": {
      const records = await world.dnsRecords();
      if (wantsJson(request)) return Response.json(records);
      return dnsPage(records, await domains(bindings), await world.hostnames(), await world.sendingDomains());
    }
    case "POST":
      return setRecords(request, world, bindings);
    case "DELETE": {
      const named = removal.safeParse(Object.fromEntries(url.searchParams));
      if (named.success) await world.removeDnsRecords(named.data);
      else await world.clearDnsRecords();
      return new Response(null, { status: 204 });
    }
    default:
      return methodNotAllowed("GET, POST, DELETE");
  }
}

async function setRecords(request: Request, world: WorldDoor, bindings: SandboxBindings): Promise<Response> {
  const order = await readJson(request, setting);
  if (!order.ok) return order.response;
  if (!("domain" in order.value)) {
    await world.setDnsRecord(order.value);
    return Response.json([order.value], { status: 201 });
  }
  const { domain } = order.value;
  const hostnames = await world.hostnames();
  const wanted = (await domains(bindings))
    .filter(({ host }) => host === domain)
    .flatMap((one) => recordsOf(one, hostnames));
  for (const sender of await world.sendingDomains())
    if (sender.name === domain) wanted.push(...senderRecords(sender));
  if (wanted.length === 0) return problem(404, `No organization has added ${domain}.`);
  for (const record of wanted) await world.setDnsRecord(record);
  return Response.json(wanted, { status: 201 });
}

async function sendersEndpoint(request: Request, world: WorldDoor): Promise<Response> {
  if (request.method === "GET") return Response.json(await world.sendingDomains());
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const order = await readJson(request, senderOrder);
  if (!order.ok) return order.response;
  await world.orderSendingDomain(order.value);
  return Response.json(await world.sendingDomains());
}

async function hostnamesEndpoint(request: Request, world: WorldDoor): Promise<Response> {
  if (request.method === "GET") return Response.json(await world.hostnames());
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const order = await readJson(request, hostnameOrder);
  if (!order.ok) return order.response;
  await world.orderHostname(order.value);
  return Response.json(await world.hostnames());
}

const rowOf = ({ name, type, value }: DnsRecord): Html =>
  html`<tr><td data-name="Name"><span class="request">${name}</span></td><td data-name="Type">${type}</td><td data-name="Value"><span class="request">${value}</span></td></tr>`;
const table = (rows: Html[]): Html =>
  html`<table><thead><tr><th>Name</th><th>Type</th><th>Value</th></tr></thead><tbody>${rows}</tbody></table>`;

function dnsPage(
  records: DnsRecord[],
  wanted: Domain[],
  hostnames: Hostname[],
  senders: SendingDomain[],
): Response {
  const button = (host: string): Html =>
    html`<form class="actions" data-json="/sandbox/dns"><input type="hidden" name="domain" value="${host}">
<button type="submit" class="go">Set all records for ${host}</button><p class="problem" role="alert"></p></form>`;
  return page({
    title: "DNS",
    path: "/sandbox/dns",
    lead: "The records of every domain. Set the ones a custom domain asks for, then check it in the app.",
    body: html`${
      wanted.length === 0
        ? html`<section class="panel">${empty("No custom domains yet. Add one in the app under Custom domains.")}</section>`
        : wanted.map(
            (one) =>
              html`<section class="panel"><h2>${one.host}</h2><p class="meta">${one.organization}, ${one.state.replaceAll("_", " ")}</p>
${table(recordsOf(one, hostnames).map(rowOf))}${button(one.host)}</section>`,
          )
    }
${senders.map(
  (sender) =>
    html`<section class="panel"><h2>${sender.name}</h2><p class="meta">Sends email, ${sender.status.replaceAll("_", " ")}</p>
${table(senderRecords(sender).map(rowOf))}${button(sender.name)}</section>`,
)}
<form class="panel form" data-json="/sandbox/dns">
<label>Name <input name="name" required></label>
<label>Type <select name="type">${dnsRecord.shape.type.options.map((type) => html`<option>${type}</option>`)}</select></label>
<label>Value <input name="value" required></label>
<button type="submit" class="go">Add record</button><p class="problem" role="alert"></p></form>
<section class="panel"><h2>Records</h2>${records.length === 0 ? empty("No records yet.") : table(records.map(rowOf))}</section>
${records.length > 0 ? html`<button type="button" data-delete="/sandbox/dns">Clear all</button>` : ""}`,
  });
}
