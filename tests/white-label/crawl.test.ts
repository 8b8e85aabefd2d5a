/**
 * Every page and every refusal on the demo's branded hosts, signed out and signed in, in both themes, as a document and
 * as data: the platform's name, colors, host and mail address stand nowhere. The addresses come from the build, so a new
 * page joins by itself.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { agency, agencyHost, plumber } from "#workers/sandbox/demo-agency.ts";
import { clinic, clinicHost } from "#workers/sandbox/demo-clinic.ts";
import { asData, doors, push } from "../organizations/doors.ts";
import { post as sandboxPost } from "../sandbox/world.ts";
import { anonymous, type Client, memberOf } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { marksIn, tracesIn } from "./traces.ts";

/** One with a brand of its own, its agency, and one that wears its agency's. */
const tenants = [
  { id: clinic.id, host: clinicHost, brand: "Brightsmile Dental" },
  { id: agency.id, host: agencyHost, brand: "Northwind Voice" },
  { id: plumber.id, host: agencyHost, brand: "Northwind Voice" },
] as const;
type Tenant = (typeof tenants)[number];

const people = ["stranger", "owner", "member"] as const;
type Visitor = (typeof people)[number];

const as = (who: Visitor, { id, host }: Tenant): Promise<Client> =>
  who === "stranger" ? Promise.resolve(anonymous()) : memberOf({ role: who, organizationId: id, host });

/** The ids that stand in addresses, for each tenant. */
const ids = new Map<string, { call: string; agent: string }>();

beforeAll(async () => {
  expect((await sandboxPost("/seed", {})).status).toBe(200);
  for (const { id, host } of tenants) {
    const owner = await memberOf({ organizationId: id, host });
    const [[call], [agent]] = await Promise.all([
      rows(owner, "select id from calls limit 1"),
      rows(owner, "select id from agents limit 1"),
    ]);
    ids.set(id, { call: String(call?.id ?? newId()), agent: String(agent?.id ?? newId()) });
  }
}, 180_000);

function real(address: string, { id }: Tenant): string {
  const known = ids.get(id);
  return address
    .replace(":callId", known?.call ?? "")
    .replace(":agentId", known?.agent ?? "")
    .replace(":clientId", id === agency.id ? clinic.id : newId())
    .replace("*", "no/such/page");
}

/** Addresses that no route has, or that browsers and robots ask for by themselves. */
const others = [
  "/help",
  "/status",
  "/cookies",
  "/health",
  "/robots.txt",
  "/sitemap.xml",
  "/favicon.ico",
  "/auth?mode=signup",
  "/auth?mode=forgot",
  "/auth?token=nothing",
  "/auth?reset=nothing",
  "/security/email?token=nothing",
  "/clients/accept?token=nothing",
  "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.png",
  "/Auth//",
];

/**
 * What leads to the main host on purpose: redirects of strangers, with the redirect flag, and of "Continue with Google";
 * and the policy that allows the latter's form to go there.
 */
const isRedirect = ({ status }: Response): boolean => status === 202 || (status >= 300 && status < 400);

async function tracesOf(answer: Response): Promise<{ text: string; traces: string[] }> {
  const text = await answer.text();
  const look = isRedirect(answer) ? marksIn : tracesIn;
  const inHeaders = [...answer.headers].flatMap(([name, value]) =>
    (name === "content-security-policy" ? marksIn : look)(`${name}: ${value}`),
  );
  return { text, traces: [...look(text), ...inHeaders] };
}

const gets = doors.flatMap((door) => (door.startsWith("GET ") ? [door.slice(4)] : []));
const posts = doors.flatMap((door) => (door.startsWith("POST ") ? [door.slice(5)] : []));

describe.each(tenants)("on $host, in $id", (tenant) => {
  const at = (path: string) => `https://${tenant.host}${path}`;

  test.each(people)(
    "no page tells a %s of the platform, in its source neither",
    async (who) => {
      const told: Record<string, string[]> = {};
      let documents = 0;
      for (const address of [...gets, ...others]) {
        const path = address.includes(":") || address.includes("*") ? real(address, tenant) : address;
        for (const [asked, theme] of [
          [path, "light"],
          [path, "dark"],
          [asData(path.replace(/\?.*/, "")), "dark"],
        ] as const) {
          // Some doors end the session that comes through.
          const visitor = await as(who, tenant);
          const cookie = [visitor.cookie, `__Host-theme=${theme}`].filter(Boolean).join("; ");
          const answer = await visitor.get(at(asked), { cookie });
          const { text, traces } = await tracesOf(answer);
          if (traces.length > 0) told[asked] = traces;
          if (answer.status === 200 && text.startsWith("<!DOCTYPE html>")) {
            documents++;
            expect(text, asked).toContain(tenant.brand);
            expect(text, asked).toContain(`data-theme="${theme}"`);
          }
        }
      }
      expect(told).toEqual({});
      expect(documents).toBeGreaterThan(who === "stranger" ? 10 : 30);
    },
    240_000,
  );

  test("no answer to a form tells of it", async () => {
    const told: Record<string, string[]> = {};
    for (const who of ["owner", "member"] as const)
      for (const address of posts) {
        const visitor = await as(who, tenant);
        const answer = await push(visitor, address, at(real(address, tenant)), {});
        const { traces } = await tracesOf(answer);
        if (traces.length > 0) told[`${who} ${address}`] = traces;
      }
    expect(told).toEqual({});
  }, 120_000);

  test("no refusal tells of it: another method, another site, an error of ours", async () => {
    const owner = await as("owner", tenant);
    const member = await as("member", tenant);
    const refused: [status: number, answer: Response][] = [
      [405, await owner.fetch(at("/agents"), { method: "PUT", headers: { origin: at("") } })],
      [405, await owner.get(at("/functions/verify-email-code"))],
      [403, await member.get(at("/numbers/search"))],
      [
        403,
        await owner.fetch(at("/agents/new"), { method: "POST", headers: { origin: "https://evil.test" } }),
      ],
      [404, await owner.get(at("/call-history/none"))],
    ];
    await env.DB.prepare("alter table user_roles rename to away").run();
    try {
      refused.push([500, await owner.get(at("/dashboard"))], [500, await owner.get(at("/agents.data"))]);
    } finally {
      await env.DB.prepare("alter table away rename to user_roles").run();
    }
    for (const [status, answer] of refused) {
      expect(answer.status).toBe(status);
      expect((await tracesOf(answer)).traces, `${status} at ${answer.url}`).toEqual([]);
    }
  });
});

/** What browsers load: every file of the build, by its name. */
const files = import.meta.glob<string>("../../build/client/**/*.{js,css,svg,txt}", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no file that pages load tells of it, by its name or its content", () => {
  const told: Record<string, string[]> = {};
  for (const [name, content] of Object.entries(files)) {
    const traces = [...marksIn(name.replace("../../build/client", "")), ...marksIn(content)];
    if (traces.length > 0) told[name] = traces;
  }
  expect(Object.keys(files).length).toBeGreaterThan(50);
  expect(told).toEqual({});
});
