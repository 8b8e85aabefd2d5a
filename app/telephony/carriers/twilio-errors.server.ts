/** Twilio's errors: what they mean for us, and in words. */
import { z } from "zod";
import type { CallObjection } from "./carrier.schema.ts";
import { errorLine, reasonOf, type Understood } from "./request.server.ts";

const failure = z.object({ code: z.number().optional(), message: z.string().optional() });

const notAvailable = 21422;
/** This person answered STOP to this number. */
export const optedOut = "21610";

/** Twilio's errors as people can act on them (www.twilio.com/docs/api/errors). */
const words: Readonly<Record<number, string>> = {
  10004: "The account has as many calls at once as it may.",
  20003: "Twilio doesn't accept this account's credentials.",
  20429: "Too many requests at once. Try again in a moment.",
  13227: "The account isn't allowed to call this country.",
  21210: "The number that would call isn't one of this account.",
  21211: "That's not a number that can be called.",
  21212: "The number that would call isn't valid.",
  21215: "The account isn't allowed to call this country.",
  21219: "A trial account only calls numbers that it has verified.",
  21408: "The account isn't allowed to send messages to this country.",
  21422: "The number has just been sold.",
  21606: "The number can't send messages.",
  21610: "This person asked not to get messages.",
  21612: "The number can't reach this person's carrier.",
  21614: "That's not a mobile number.",
  21617: "The message is too long.",
  21631: "The carrier asks for an address with this number.",
  21649: "The carrier asks for documents with this number.",
  30003: "The phone is off or out of reach.",
  30004: "The person's carrier blocks messages from this number.",
  30005: "The number doesn't exist or is no longer in use.",
  30006: "That's a landline, or its carrier takes no messages.",
  30007: "The person's carrier took it for spam and did not deliver it.",
  30008: "The person's carrier did not deliver it and said no reason.",
  30034: "The number isn't registered for business messages.",
  32205: "The account isn't allowed to call this country.",
  70051: "The account's key lacks a permission.",
};

/** What of a call they are about. */
const objections: Readonly<Record<number, CallObjection>> = {
  10004: "lines",
  13227: "country",
  21211: "number",
  21215: "country",
  32205: "country",
};
/** An error that a report of a message names, in words; null: not known. */
export const errorWords = (code: string): string | null => words[Number(code)] ?? null;

export function understand(status: number, body: unknown): Understood {
  const { code, message } = failure.safeParse(body).data ?? {};
  const reason = code === notAvailable ? "taken" : code === 20429 ? "busy" : reasonOf(status);
  if (code === undefined) return { reason, code: null, why: null, exact: null };
  const exact = errorLine(String(code), message);
  return { reason, code: String(code), why: words[code] ?? null, exact, about: objections[code] };
}
