/** The sandbox's own addresses, below /sandbox: pages for people, JSON for tests and scripts. */
import { z } from "zod";
import { dataPoint } from "./analytics.ts";
import { appOrders, appThings } from "./apps/app-endpoints.ts";
import { hubspotConsent, hubspotPage, slackConsent, slackPage } from "./apps/consent-page.ts";
import { seedDemo } from "./demo-seed.ts";
import { dnsEndpoint } from "./dns-endpoints.ts";
import { carrierActs, faultOrder } from "./faults.ts";
import { googlePage, googlePath } from "./google-page.ts";
import { methodNotAllowed, problem, readJson, wantsJson } from "./json.ts";
import { localSettings } from "./local-bindings.ts";
import { scriptOrder } from "./models/script.ts";
import { isPlayed, playedHosts } from "./outside-hosts.ts";
import { pageFile } from "./page.ts";
import { clockPage, faultsPage, inboxPage, startPage, trafficPage } from "./pages.ts";
import { phone } from "./phone-endpoints.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { spoilOrder } from "./spoiled-numbers.ts";
import { telnyxHeaders } from "./telnyx/signing.ts";
import { sign } from "./twilio-signature.ts";
import { webPage } from "./web-pages.ts";
import { type WorldDoor, worldOf } from "./world-door.ts";

type Endpoint = (request: Request, world: WorldDoor, url: URL) => Promise<Response>;
type Methods = { GET?: Endpoint; POST?: Endpoint; DELETE?: Endpoint };

const done = () => new Response(null, { status: 204 });

const firing = z.strictObject({ scheduled_time: z.iso.datetime({ offset: true }).optional() });
const signing = z.strictObject({
  url: z.url(),
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  /** A body that is no form. */
  body: z.string().optional(),
  account_sid: z.string().optional(),
  /** ms UTC: when it is signed, where the signature says so. */
  at: z.number().optional(),
});
const accountOrder = z.union([
  z.strictObject({ carrier: z.enum(["twilio", "telnyx"]) }),
  z.strictObject({ account_sid: z.string() }),
]);

const endpoints: Record<string, Methods> = {
  "": { GET: async (_request, world) => startPage(await world.demo()) },
  "/demo": {
    GET: async (_request, world) => {
      const demo = await world.demo();
      return demo ? Response.json(demo) : problem(404, "There's no demo yet.");
    },
  },
  "/inbox": {
    GET: async (request, world, url) => {
      const to = url.searchParams.get("to");
      const mails = await world.mails(to);
      return wantsJson(request) ? Response.json(mails) : inboxPage(mails, to);
    },
    DELETE: async (_request, world) => {
      await world.clearMails();
      return done();
    },
  },
  [googlePath]: { GET: googlePage, POST: googlePage },
  [slackConsent]: { GET: slackPage, POST: slackPage },
  [hubspotConsent]: { GET: hubspotPage, POST: hubspotPage },
  "/apps": { GET: appThings, POST: appOrders },
  "/traffic": {
    GET: async (request, world) =>
      wantsJson(request) ? Response.json(await world.traffic(2000)) : trafficPage(await world.traffic(200)),
    DELETE: async (_request, world) => {
      await world.clearTraffic();
      return done();
    },
  },
  // Pages of the web at large, for what the product fetches by an address that a person typed.
  "/received": {
    GET: async (_request, world, url) =>
      Response.json(await world.received((url.searchParams.get("host") ?? "").toLowerCase())),
  },
  "/web-pages": {
    POST: async (request, world) => {
      const page = await readJson(request, webPage);
      if (!page.ok) return page.response;
      await world.setWebPage(page.value);
      return done();
    },
  },
  // What the product writes to Analytics Engine where it is bound: a binding cannot be played from outside, so tests hand it over.
  "/analytics": {
    POST: async (request, world) => {
      const points = await readJson(request, z.array(dataPoint).max(1000));
      if (!points.ok) return points.response;
      await world.addDataPoints(points.value);
      return done();
    },
    DELETE: async (_request, world) => {
      await world.clearDataPoints();
      return done();
    },
  },
  "/clock": {
    GET: async (request, world) => {
      const clock = await world.clock();
      return wantsJson(request) ? Response.json(clock) : clockPage(clock);
    },
    POST: async (request, world) => {
      const order = await readJson(request, firing);
      if (!order.ok) return order.response;
      const { scheduled_time } = order.value;
      return Response.json(
        await world.fireClock("button", scheduled_time ? Date.parse(scheduled_time) : Date.now()),
      );
    },
  },
  "/faults": {
    GET: async (request, world) => {
      const faults = await world.faults();
      return wantsJson(request)
        ? Response.json({ hosts: playedHosts, carrier_acts: carrierActs, faults })
        : faultsPage(faults, playedHosts);
    },
    POST: async (request, world) => {
      const order = await readJson(request, faultOrder);
      if (!order.ok) return order.response;
      if (!isPlayed(order.value.host))
        return problem(400, `The sandbox simulates ${playedHosts.join(", ")}, not ${order.value.host}.`);
      return Response.json(await world.addFault(order.value), { status: 201 });
    },
    DELETE: async (_request, world) => {
      await world.clearFaults();
      return done();
    },
  },
  // What a language model answers to requests with a key, and what it was asked.
  "/models": {
    GET: async (_request, world, url) =>
      Response.json(await world.models.requests(url.searchParams.get("key") ?? "")),
    POST: async (request, world) => {
      const order = await readJson(request, scriptOrder);
      if (!order.ok) return order.response;
      await world.models.order(order.value);
      return done();
    },
  },
  // For tests of webhooks that no carrier would send: late, doubled, contradictory.
  "/signature": {
    POST: async (request, world) => {
      const order = await readJson(request, signing);
      if (!order.ok) return order.response;
      const { url, params, account_sid, body } = order.value;
      const account = await world.account(account_sid ?? localSettings("").TWILIO_ACCOUNT_SID);
      if (!account) return problem(404, "No such account.");
      const form =
        params &&
        new URLSearchParams(
          Object.entries(params).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
        );
      if (account.carrier === "telnyx")
        return Response.json(
          await telnyxHeaders(
            account.signing_key,
            body ?? form?.toString() ?? "",
            order.value.at ?? Date.now(),
          ),
        );
      return Response.json({ signature: await sign(account.auth_token, url, form) });
    },
  },
  // A number whose webhooks were changed at the carrier, or which the carrier suspended.
  "/carrier-numbers": {
    POST: async (request, world) => {
      const order = await readJson(request, spoilOrder);
      if (!order.ok) return order.response;
      return (await world.spoilNumber(order.value)) ? done() : problem(404, "No such number.");
    },
  },
  // A customer's own account at a carrier, and new credentials for one.
  "/carrier-accounts": {
    POST: async (request, world) => {
      const order = await readJson(request, accountOrder);
      if (!order.ok) return order.response;
      const made =
        "carrier" in order.value
          ? await world.makeOwnAccount(order.value.carrier)
          : await world.replaceCredentials(order.value.account_sid);
      return made ? Response.json(made, { status: 201 }) : problem(404, "No such account.");
    },
  },
};

/** Answers a request for /sandbox or something below it. */
export async function endpoint(
  request: Request,
  bindings: SandboxBindings,
  wait: (work: Promise<unknown>) => void,
): Promise<Response> {
  const url = new URL(request.url);
  const rest = url.pathname.replace(/^\/sandbox\/?/, "/").replace(/\/$/, "");
  if (request.method !== "GET" && !isOwnPage(request))
    return problem(403, "Only this server's own pages and programs may change the sandbox.");
  if (rest === "/seed")
    return request.method === "POST"
      ? Response.json(await seedDemo(bindings, url.origin, Date.now()))
      : methodNotAllowed("POST");
  if (rest === "/phone" || rest.startsWith("/phone/")) return phone(request, rest.slice(6), bindings, wait);
  if (rest === "/dns" || rest === "/hostnames" || rest === "/sending-domains")
    return dnsEndpoint(request, rest, url, bindings);
  if (rest === "/stripe" || rest.startsWith("/stripe/")) return worldOf(bindings).stripe(request);
  const methods = Object.hasOwn(endpoints, rest) ? endpoints[rest] : undefined;
  if (!methods) return pageFile(rest.slice(1)) ?? problem(404, `There is nothing at ${url.pathname}.`);
  const { method } = request;
  const answer = method === "GET" || method === "POST" || method === "DELETE" ? methods[method] : undefined;
  return answer ? answer(request, worldOf(bindings), url) : methodNotAllowed(Object.keys(methods).join(", "));
}

/** Another site in the same browser must not control the sandbox (R7). */
function isOwnPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}
