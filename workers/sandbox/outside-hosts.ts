/** The outside world by host name: the module that plays each host, the ordered faults, and the traffic log. */
import { calendarApi, googleFailure } from "./apps/calendar.ts";
import { hubspotApi, hubspotFailure } from "./apps/hubspot.ts";
import { sheetsApi } from "./apps/sheets.ts";
import { slackApi, slackFailure } from "./apps/slack.ts";
import { cloudflare, cloudflareError } from "./cloudflare.ts";
import { dns } from "./dns.ts";
import { type Fault, telnyxHost, twilioHost } from "./faults.ts";
import { google, googleError } from "./google.ts";
import { problem } from "./json.ts";
import {
  anthropicError,
  isWorkersAi,
  type Later,
  openAiError,
  playAnthropic,
  playOpenAi,
  playWorkersAi,
} from "./models/providers.ts";
import { polly, pollyError } from "./polly.ts";
import { resend, resendError } from "./resend.ts";
import { elevenLabs, elevenLabsError, googleSpeech, googleSpeechError } from "./speech.ts";
import { stripeFault } from "./stripe/refusals.ts";
import { storedSound } from "./telnyx/telnyx-recordings.ts";
import { telnyx } from "./telnyx/telnyx-rest.ts";
import { telnyxError } from "./telnyx/telnyx-wire.ts";
import type { Lines } from "./twilio-calls.ts";
import { twilioMessaging } from "./twilio-messaging.ts";
import { twilio } from "./twilio-rest.ts";
import { twilioError } from "./twilio-wire.ts";
import { served } from "./web-pages.ts";
import type { WorldDoor } from "./world-door.ts";

/** Tells the local entry to break the connection, which a response cannot express. */
const brokenConnection = "x-sandbox-connection";

type Player = {
  answer(request: Request, world: WorldDoor, lines: Lines, later: Later): Promise<Response>;
  /** An error in the host's own format. */
  error(status: number): Response;
};

const openAi: Player = {
  answer: (request, world, _, later) => playOpenAi(request, world.models, later),
  error: (status) => openAiError(status),
};

const players: Record<string, Player> = {
  "api.openai.com": openAi,
  // One of those who speak OpenAI's protocol.
  "api.groq.com": openAi,
  "api.anthropic.com": {
    answer: (request, world, _, later) => playAnthropic(request, world.models, later),
    error: (status) => anthropicError(status),
  },
  "api.elevenlabs.io": {
    answer: (request) => elevenLabs(request),
    error: (status) => elevenLabsError(status, status === 401 ? "invalid_api_key" : undefined),
  },
  "texttospeech.googleapis.com": {
    answer: (request) => googleSpeech(request),
    error: (status) => googleSpeechError(status, status === 429 ? "RESOURCE_EXHAUSTED" : undefined),
  },
  "polly.us-east-1.amazonaws.com": {
    answer: (request) => polly(request),
    error: (status) => pollyError(status, status === 429 ? "ThrottlingException" : undefined),
  },
  "api.resend.com": {
    answer: (request, world) => resend(request, world),
    error: (status) =>
      resendError(
        status,
        status === 429 ? "rate_limit_exceeded" : "application_error",
        "Fault set in the sandbox.",
      ),
  },
  "oauth2.googleapis.com": {
    answer: (request, world) => google(request, world),
    error: (status) =>
      googleError(
        status,
        status === 401 ? "invalid_client" : "internal_failure",
        "Fault set in the sandbox.",
      ),
  },
  "www.googleapis.com": {
    answer: (request, world) => calendarApi(request, world),
    error: (status) => googleFailure(status, "Fault set in the sandbox."),
  },
  "sheets.googleapis.com": {
    answer: (request, world) => sheetsApi(request, world),
    error: (status) => googleFailure(status, "Fault set in the sandbox."),
  },
  "slack.com": { answer: (request, world) => slackApi(request, world), error: slackFailure },
  "api.hubapi.com": {
    answer: (request, world) => hubspotApi(request, world),
    error: (status) => hubspotFailure(status),
  },
  "api.cloudflare.com": {
    answer: (request, world, _, later) =>
      isWorkersAi(new URL(request.url).pathname)
        ? playWorkersAi(request, world.models, later)
        : cloudflare(request, world),
    error: (status) => cloudflareError(status, status === 429 ? 10429 : 1500, "Fault set in the sandbox."),
  },
  "cloudflare-dns.com": {
    answer: (request, world) => dns(request, { lookup: async (name, type) => world.lookUpDns(name, type) }),
    error: (status) => new Response(null, { status }),
  },
  "api.stripe.com": { answer: async (request, world) => world.stripe(request), error: stripeFault },
  "s3.amazonaws.com": {
    answer: (request, world) => storedSound(request, world),
    error: (status) => new Response(null, { status }),
  },
  "s3.eu-central-1.amazonaws.com": {
    answer: (request, world) => storedSound(request, world),
    error: (status) => new Response(null, { status }),
  },
  [telnyxHost]: {
    answer: (request, world, lines) => telnyx(request, world, lines),
    error: (status) => telnyxError(status, status === 429 ? "10011" : "10007", "Fault set in the sandbox."),
  },
  "messaging.twilio.com": {
    answer: (request, world) => twilioMessaging(request, world),
    error: (status) => twilioError(status, status === 429 ? 20429 : 20500, "Fault set in the sandbox."),
  },
  [twilioHost]: {
    answer: (request, world, lines) => twilio(request, world, lines),
    error: (status) => twilioError(status, status === 429 ? 20429 : 20500, "Fault set in the sandbox."),
  },
};

export const playedHosts: readonly string[] = Object.keys(players);
export const isPlayed = (host: string): boolean => Object.hasOwn(players, host);

/** Answers a request that the product sent to an outside host; an unknown host is answered with 502. */
export async function outside(
  request: Request,
  world: WorldDoor,
  lines: Lines,
  later: Later,
): Promise<Response> {
  const url = new URL(request.url);
  const began = Date.now();
  const fault = await world.takeFault(url.hostname, url.pathname);
  if (fault?.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms ?? 0));
  const played = disturbed(url.hostname, fault) ?? (await play(request, url.hostname, world, lines, later));
  const response = fault?.effect === "answer_lost" ? broken() : played;
  const isBroken = response.headers.has(brokenConnection);
  later(
    world.record({
      at: began,
      direction: "out",
      method: request.method,
      host: url.host,
      path: url.pathname + url.search,
      status: isBroken ? null : response.status,
      ms: Date.now() - began,
      note: fault ? "fault" : null,
    }),
  );
  return response;
}

const broken = (): Response => new Response(null, { status: 502, headers: { [brokenConnection]: "broken" } });

function disturbed(host: string, fault: Fault | null): Response | null {
  if (fault?.drop) return broken();
  if (fault?.location) return new Response(null, { status: 302, headers: { location: fault.location } });
  if (!fault?.status) return null;
  return players[host]?.error(fault.status) ?? problem(fault.status, "Fault set in the sandbox.");
}

async function play(
  request: Request,
  host: string,
  world: WorldDoor,
  lines: Lines,
  later: Later,
): Promise<Response> {
  const player = isPlayed(host) ? players[host] : undefined;
  const { pathname, search } = new URL(request.url);
  const page = player ? null : await world.webPage(host, pathname + search);
  if (page?.keeps) {
    const kept = await world.keepRequest(host, {
      path: pathname + search,
      at: Date.now(),
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    });
    if (kept <= page.fails) return problem(500, "This address fails, as it was told to.");
  }
  if (page) return served(page, request);
  if (!player) return problem(502, `The sandbox doesn't simulate ${host}.`);
  return player.answer(request, world, lines, later);
}
