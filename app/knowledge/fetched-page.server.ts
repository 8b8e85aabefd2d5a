/** Fetches a web page by the address that a person typed: public pages only, looked at anew at each redirect, within limits of size and time. */
import { second_ms } from "#app/platform/durations.ts";
import { visit } from "#app/platform/outbound.server.ts";
import { publicAddress } from "#app/platform/public-address.ts";
import { nameRefusal } from "#app/platform/public-name.server.ts";
import type { FileType, ImportFailure } from "./knowledge.schema.ts";
import { mostFileBytes } from "./knowledge-limits.ts";

export type FetchedPage =
  | { ok: true; bytes: Uint8Array; type: FileType; charset: string }
  | { ok: false; reason: ImportFailure };

const patience_ms = 20 * second_ms;
const mostHops = 5;

const typesBySubtype: Readonly<Record<string, FileType>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/plain": "txt",
  "text/markdown": "md",
  "application/pdf": "pdf",
};

/** @returns the bytes; null: more than a file may have */
async function bodyOf(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.length;
    // Leaving the loop cancels the rest.
    if (read > mostFileBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(read);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function hop(url: URL, signal: AbortSignal): Promise<FetchedPage | { to: string }> {
  const refused = await nameRefusal(url.hostname);
  if (refused) return { ok: false, reason: refused };
  const accept = Object.keys(typesBySubtype).join(", ");
  const response = await visit(url, accept, signal);
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    return { to: location };
  }
  const [subtype = "", ...parameters] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
  const type = typesBySubtype[subtype.trim()];
  if (!response.ok || !type) {
    await response.body?.cancel();
    return { ok: false, reason: response.ok ? "wrong_type" : "unreachable" };
  }
  const bytes = await bodyOf(response);
  const charset = /charset\s?=\s?"?([\w-]+)/.exec(parameters.join(";"))?.[1] ?? "";
  return bytes === null ? { ok: false, reason: "too_large" } : { ok: true, bytes, type, charset };
}

/** Never throws for what the other side does. */
export async function fetchPage(typed: string): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(patience_ms);
  let address = typed;
  try {
    for (let hops = 0; hops <= mostHops; hops++) {
      const found = publicAddress(address);
      if (!found.ok)
        return { ok: false, reason: found.reason === "malformed" ? "unreachable" : found.reason };
      const answer = await hop(found.url, signal);
      if (!("to" in answer)) return answer;
      const next = URL.parse(answer.to, found.url);
      if (!next) return { ok: false, reason: "unreachable" };
      address = next.href;
    }
    return { ok: false, reason: "too_many_redirects" };
  } catch {
    return { ok: false, reason: signal.aborted ? "too_slow" : "unreachable" };
  }
}
