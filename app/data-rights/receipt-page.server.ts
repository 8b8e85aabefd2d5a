/** /receipts/:receiptId: what a receipt says, whether it is genuine, and whether it is about a number or an address. */
import { data } from "react-router";
import { z } from "zod";
import { brandOf } from "#app/branding/tenant.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { erasedLabels } from "./data-words.ts";
import { isAbout, isSigned, receiptById, receiptFile } from "./receipts.server.ts";

const documentShape = z.object({
  receipt: z.string(),
  organization: z.object({ id: z.string(), name: z.string().optional() }),
  requested_at: z.string(),
  completed_at: z.string(),
  erased: z.record(z.string(), z.number()).optional(),
  deleted: z.array(z.string()).optional(),
  kept: z.array(z.string()),
  elsewhere: z.string(),
});

const instant = (text: string): string => `${text.slice(0, 10)}, ${text.slice(11, 16)} UTC`;

async function found(context: Context, id: string) {
  const receipt = /^[0-9a-f]{32}$/.test(id) ? await receiptById(context.get(database), id) : null;
  if (receipt === null) throw faultResponse("not_found");
  return receipt;
}

export async function receiptPage(context: Context, id: string) {
  const receipt = await found(context, id);
  const document = documentShape.parse(JSON.parse(receipt.document));
  return {
    brand: brandOf(context),
    id,
    isDeletion: receipt.kind === "deletion",
    isGenuine: await isSigned(receipt),
    organization: document.organization.name ?? null,
    facts: [
      { word: "Requested", value: instant(document.requested_at) },
      { word: "Completed", value: instant(document.completed_at) },
      ...Object.entries(document.erased ?? {}).map(([name, n]) => ({
        word: erasedLabels[name] ?? name,
        value: String(n),
      })),
    ],
    deleted: document.deleted ?? [],
    kept: document.kept,
    elsewhere: document.elsewhere,
  };
}

/** Guessing numbers costs too much: there are ten thousand million of them. */
const checkLimit = (id: string) => ({ key: `receipt:${id}`, most: 20, within_ms: hour_ms });

/** Answers whether a receipt is about a typed number or address. */
export async function answerReceipt(request: Request, context: Context, id: string) {
  const typed = String((await readForm(request, context)).get("who") ?? "")
    .trim()
    .slice(0, 254);
  const receipt = await found(context, id);
  const spent = await spend(context.get(database), [checkLimit(id)], Date.now());
  if (!spent.ok) return data({ typed, words: waitWords(spent.retryAfter) }, 429);
  const value = typed.includes("@") ? typed.toLowerCase() : phoneNumberFrom(typed, usualCountry);
  if (!value) return data({ typed, words: "Enter a full phone number or an email address" }, 422);
  const { env } = context.get(cloudflare);
  const isIt = await isAbout(env, id, receipt.document, value);
  return data({
    typed,
    words: isIt ? `Yes. This receipt is about ${typed}.` : `No. This receipt isn't about ${typed}.`,
  });
}

/** The receipt as a file that can be checked without this system. */
export async function receiptDownload(context: Context, id: string): Promise<Response> {
  const receipt = await found(context, id);
  return new Response(receiptFile(receipt), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="receipt-${id}.txt"`,
      "cache-control": "no-store",
    },
  });
}
