/** The shapes of what an agency says about a client. */
import { z } from "zod";
import { brandSections } from "#app/branding/hidden-sections.ts";
import { roles } from "#app/membership/permissions.ts";
import { tiers } from "#app/membership/plan-limits.ts";
import { organizationName } from "#app/organizations/settings-forms.server.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { flagsForm } from "#app/white-label/white-label.schema.ts";

/** A client by its id. */
export const clientChoice = z.object({ client: z.string().min(1).max(64) });

const tier = z.string().refine((name) => tiers.includes(name), "Choose a plan from the list");
const status = z.enum(["pending", "active"], "Choose one from the list");

/** Empty: as many as the plan allows. */
const lower = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (typed === undefined || typed === "") return null;
    if (/^\d{1,4}$/.test(typed)) return Number(typed);
    context.addIssue({ code: "custom", message: "Enter a whole number or leave blank" });
    return null;
  });

export const clientDetails = clientChoice.extend({
  name: organizationName,
  /** Absent, as in the form of a client that pays by card: the plan stays. */
  tier: tier.optional(),
  /** `kept`: as it is, whatever that is. */
  status: z.enum(["pending", "active", "kept"], "Choose one from the list").optional().default("kept"),
  lines: lower,
  numbers: lower,
  agents: lower,
});

/** "agents:viewer": the roles that a section is kept from. Owners and admins are not spared. */
const withheldPair = z.string().transform((pair, context) => {
  const [section = "", role = ""] = pair.split(":");
  const known = brandSections.find((one) => one === section);
  const from = roles.find((one) => one === role);
  if (known && from) return { section: known, role: from };
  context.addIssue({ code: "custom", message: "Choose from the list" });
  return z.NEVER;
});

export const withholding = clientChoice.extend({
  withheld: z
    .union([z.array(withheldPair), withheldPair.transform((one) => [one])])
    .optional()
    .default([]),
});

/** To whom a client is offered. */
export const clientOffer = clientChoice.extend({
  email: z.email({ error: "Invalid email address" }).max(254, { error: "Invalid email address" }),
});

export const clientFlags = clientChoice.extend(flagsForm.shape);

export const newClient = z.object({
  name: organizationName,
  owner: z.email({ error: "Invalid email address" }).max(254, { error: "Invalid email address" }),
  tier,
  status,
  /** The id of a template; empty: from scratch. */
  template: z.string().max(64).optional().default(""),
});

export const support = clientChoice.extend({
  reason: oneLine(300, "Enter a reason").refine((line) => line.length >= 5, "At least 5 characters"),
  may_write: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

export const templateName = z.object({ name: oneLine(60, "Enter a name") });
