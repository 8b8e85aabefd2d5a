/**
 * The door of /mcp: the operations of the API as tools of a Model Context Protocol server, over streamable HTTP without
 * sessions, so that each request is answered by itself (docs/decisions/045-own-mcp-server.md).
 */
import { z } from "zod";
import { problem } from "#app/api/api-answers.server.ts";
import type { Asking } from "#app/api/operation.server.ts";
import { refusal } from "#app/api/problem.ts";
import { callTool, toolNamed, toolsFor } from "#app/api/tools.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { answerProgram } from "./program-door.ts";

/** The versions of the protocol that are spoken, the newest first. */
const versions = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;

const id = z.union([z.string().max(200), z.number()]);
const message = z.object({
  jsonrpc: z.literal("2.0"),
  /** Absent: a notification, which gets no answer. */
  id: id.optional(),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});
const beginning = z.object({ protocolVersion: z.string() });
const calling = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

const codes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const;

const answer = (of: z.output<typeof id> | null, said: object, status = 200): Response =>
  Response.json({ jsonrpc: "2.0", id: of, ...said }, { status, headers: { "cache-control": "no-store" } });
const failed = (of: z.output<typeof id> | null, code: number, words: string, status = 200): Response =>
  answer(of, { error: { code, message: words } }, status);

/** Answers a message of an assistant. */
export const answerMcp = (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> =>
  answerProgram(request, env, ctx, async (asking) => {
    // The protocol asks servers to refuse pages of other origins. Programs send no Origin.
    const from = request.headers.get("origin");
    if (from !== null && from !== new URL(request.url).origin)
      return problem(request, refusal("forbidden", "Pages of other sites can't ask this address."));
    // Nothing is sent without being asked for, so there is no stream to open and no session to end.
    if (request.method !== "POST")
      return problem(request, refusal("method_not_allowed", undefined, { allow: "POST" }));
    const posted = await readJson(request);
    if (posted === null) return failed(null, codes.parse, "The body isn't JSON.", 400);
    const read = message.safeParse(posted);
    if (!read.success) return failed(null, codes.request, "Send one JSON-RPC 2.0 message.", 400);
    const { id: of, method, params } = read.data;
    if (of === undefined) return new Response(null, { status: 202 });
    return said(request, asking, { of, method, params });
  });

type Asked = { of: z.output<typeof id>; method: string; params: Record<string, unknown> };

async function said(request: Request, asking: Asking, { of, method, params }: Asked): Promise<Response> {
  const { actor } = asking;
  switch (method) {
    case "initialize": {
      const wanted = beginning.safeParse(params).data?.protocolVersion;
      return answer(of, {
        result: {
          protocolVersion: versions.find((one) => one === wanted) ?? versions[0],
          capabilities: { tools: {} },
          serverInfo: { name: "api", title: actor.organization.name, version: "1" },
          instructions: `Tools for ${actor.organization.name}: its agents, calls, contacts, campaigns and appointments. Times are RFC 3339 in UTC; the organization's time zone is ${actor.organization.timeZone}.`,
        },
      });
    }
    case "ping":
      return answer(of, { result: {} });
    case "tools/list":
      return answer(of, { result: { tools: toolsFor(actor.may) } });
    case "tools/call": {
      const called = calling.safeParse(params);
      const operation = called.success ? toolNamed(called.data.name) : null;
      if (!called.success || operation === null)
        return failed(of, codes.params, "There's no tool of this name.");
      const reference = `${new URL(request.url).origin}/api`;
      return answer(of, { result: await callTool(operation, asking, called.data.arguments, reference) });
    }
    default:
      return failed(of, codes.method, "This method isn't offered.");
  }
}
