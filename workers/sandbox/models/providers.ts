/** Plays the providers of language models: their keys, their lists of models, their errors, and answers that stream. */
import { z } from "zod";
import { type Asked, anthropicRequest, openAiRequest } from "./asked.ts";
import { anthropicDialect, type Dialect, nativeDialect, openAiDialect } from "./dialects.ts";
import { obedient } from "./obedient.ts";
import type { AskedModel, Next, Streamed, Turn } from "./script.ts";
import { stream } from "./stream.ts";

/** The memory of scripts and requests, as the World has it. */
export type ModelMemory = {
  next(key: string, last: string): Promise<Next>;
  began(key: string, request: Pick<AskedModel, "host" | "path" | "body">): Promise<number>;
  ended(id: number, how: Streamed & { came_at: number }): Promise<void>;
};

export type Later = (work: Promise<unknown>) => void;

/** An error in OpenAI's format. */
export const openAiError = (
  status: number,
  code = "server_error",
  message = "Fault set in the sandbox.",
): Response => Response.json({ error: { message, type: code, param: null, code } }, { status });

/** An error in Anthropic's format. */
export const anthropicError = (
  status: number,
  type = "api_error",
  message = "Fault set in the sandbox.",
): Response => Response.json({ type: "error", error: { type, message } }, { status });

type Protocol = {
  key(request: Request): string | null;
  isKey(key: string): boolean;
  isAnswer(path: string): boolean;
  shape: z.ZodType<Asked>;
  dialect(asked: Asked, input: number, path: string): Dialect;
  error(status: number, code?: string, message?: string): Response;
  unauthorized: string;
  models: readonly string[];
};

const bearer = (request: Request): string | null =>
  /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

const openAi: Protocol = {
  key: bearer,
  isKey: (key) => key.startsWith("sk-") && !key.startsWith("sk-ant-"),
  isAnswer: (path) => path.endsWith("/chat/completions"),
  shape: openAiRequest,
  dialect: ({ model }) => openAiDialect(model),
  error: openAiError,
  unauthorized: "invalid_api_key",
  models: ["gpt-5.4-mini", "gpt-5.6-luna", "gpt-4.1-mini"],
};

const anthropic: Protocol = {
  key: (request) => (request.headers.has("anthropic-version") ? request.headers.get("x-api-key") : null),
  isKey: (key) => key.startsWith("sk-ant-"),
  isAnswer: (path) => path === "/v1/messages",
  shape: anthropicRequest,
  dialect: ({ model }, input) => anthropicDialect(model, input),
  error: anthropicError,
  unauthorized: "authentication_error",
  models: ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-haiku-4-5"],
};

/** Workers AI by its REST address: it streams its own dialect for some models, and OpenAI's for the others. */
const workersAi: Protocol = {
  ...openAi,
  isKey: () => true,
  isAnswer: (path) => path.includes("/ai/run/"),
  shape: openAiRequest,
  dialect: (asked, _, path) => (path.includes("/@cf/meta/") ? nativeDialect() : openAiDialect(asked.model)),
};

export const isWorkersAi = (path: string): boolean => workersAi.isAnswer(path);

/** About four characters are a token. */
const tokensIn = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

const answering =
  (protocol: Protocol) =>
  async (request: Request, memory: ModelMemory, later: Later): Promise<Response> => {
    const came_at = Date.now();
    const { hostname, pathname } = new URL(request.url);
    const key = protocol.key(request);
    const refused = () => protocol.error(401, protocol.unauthorized, "Incorrect API key provided.");
    if (!key || !protocol.isKey(key)) return refused();
    if (request.method === "GET" && pathname.endsWith("/models")) {
      const { is_revoked, turn } = await memory.next(key, "GET /models");
      if (turn?.status) return protocol.error(turn.status);
      const data = protocol.models.map((id) => ({ id, object: "model" }));
      return is_revoked ? refused() : Response.json({ object: "list", data });
    }
    if (request.method !== "POST" || !protocol.isAnswer(pathname))
      return protocol.error(404, "not_found", `There is nothing at ${pathname}.`);
    const body = await request.text();
    const parsed = protocol.shape.safeParse(jsonOf(body));
    if (!parsed.success) return protocol.error(400, "invalid_request_error", z.prettifyError(parsed.error));
    const asked = parsed.data;
    const [next, id] = await Promise.all([
      memory.next(key, asked.messages.at(-1)?.text ?? ""),
      memory.began(key, { host: hostname, path: pathname, body }),
    ]);
    if (next.is_revoked) return refused();
    const turn = next.turn ?? said(asked);
    if (turn.status) return protocol.error(turn.status, turn.status === 429 ? "rate_limit_error" : undefined);
    const input = tokensIn(body);
    // Of the two kinds of streams only this one learns that the other side has gone away.
    const { readable, writable } = new IdentityTransformStream();
    const dialect = protocol.dialect(asked, input, pathname);
    const written = stream(turn, dialect, { pace: next.pace, input }, writable);
    later(written.then((how) => memory.ended(id, { ...how, came_at })));
    return new Response(readable, {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  };

/** What the obedient model says, as a turn. */
const said = (asked: Asked): Turn => ({ end: "stop", times: 1, ...obedient(asked) });

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

export const playOpenAi = answering(openAi);
export const playAnthropic = answering(anthropic);
export const playWorkersAi = answering(workersAi);
