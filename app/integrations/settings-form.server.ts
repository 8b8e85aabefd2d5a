/** The form of a connection's settings, read for its provider. */
import { z } from "zod";
import {
  type IntegrationSettings,
  integrationSettings,
  type Provider,
  toldFact,
} from "./integrations.schema.ts";
import { toldFields } from "./told-fields.ts";

type Read =
  | { ok: true; settings: IntegrationSettings }
  | { ok: false; errors: Readonly<Record<string, string>> };

/** Names of properties as HubSpot has them. */
const property = z.string().regex(/^[a-z][a-z0-9_]{0,99}$/);
/** A choice as the form posts it: the id and the label that was shown. */
const target = z.string().regex(/^[^\n]{1,300}\n[^\n]{1,200}$/);

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

function targetIn(form: FormData, before: IntegrationSettings["target"]): IntegrationSettings["target"] {
  const posted = form.get("target");
  const read = target.safeParse(typeof posted === "string" ? posted.replaceAll("\r", "") : undefined);
  if (!read.success) return before;
  const [id = "", label = ""] = read.data.split("\n");
  return { id, label, url: null };
}

/** What a form makes of the settings; what it does not have stays. */
export function readSettings(provider: Provider, before: IntegrationSettings, form: FormData): Read {
  if (provider === "google_calendar")
    return {
      ok: true,
      settings: {
        ...before,
        target: targetIn(form, before.target),
        writes_bookings: form.has("writes_bookings"),
        respects_busy: form.has("respects_busy"),
      },
    };
  const events = form.getAll("events").flatMap((one) => toldFact.safeParse(one).data ?? []);
  if (provider !== "hubspot")
    return { ok: true, settings: { ...before, target: targetIn(form, before.target), events } };
  const errors: Record<string, string> = {};
  const fields: Record<string, string> = {};
  for (const { field } of toldFields) {
    const typed = textOf(form, `field_${field}`);
    if (typed === "") continue;
    if (property.safeParse(typed).success) fields[field] = typed;
    else errors[`field_${field}`] = "HubSpot's internal names have small letters, digits and underscores";
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, settings: integrationSettings.parse({ ...before, events, fields }) };
}
