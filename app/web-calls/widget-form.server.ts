/** The form of an agent's widget: what a member types, and what is stored. */
import { z } from "zod";
import { hexColor } from "#app/platform/hex-color.ts";
import { allowedHost, type HostFault, mostHosts } from "./allowed-hosts.ts";
import { longestGreeting, positions } from "./widget-terms.ts";

const faultWords: Record<HostFault, string> = {
  malformed: "isn't a domain. Enter one like www.yourcompany.com",
  reserved: "can't be used on the internet",
  shared: "belongs to everyone who has a domain there. Enter your own domain",
};

/** More text than twenty hosts need. */
const longestTyped = 6000;

/** Hosts as they are typed, one a line; each once. */
const hosts = z
  .string()
  .max(longestTyped)
  .default("")
  .transform((text, context) => {
    const typed = text.split(/[\s,;]+/).filter(Boolean);
    const found = new Set<string>();
    for (const one of typed) {
      const host = allowedHost(one);
      if (host.ok) found.add(host.host);
      else context.addIssue({ code: "custom", message: `${one.slice(0, 60)} ${faultWords[host.reason]}` });
    }
    if (found.size > mostHosts)
      context.addIssue({ code: "custom", message: `A widget can have ${mostHosts} domains` });
    return [...found];
  });

/** What is stored. */
export const widgetFields = z.object({
  enabled: z.boolean(),
  allowed_hosts: z.array(z.string().max(300)).max(mostHosts),
  position: z.enum(positions),
  greeting: z.string().min(1).max(longestGreeting),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
});

/** What is typed. */
export const widgetForm = z
  .object({
    enabled: z
      .literal("on")
      .optional()
      .transform((on) => on === "on"),
    allowed_hosts: hosts,
    position: z.enum(positions, "Choose a side"),
    greeting: z
      .string("Enter a greeting")
      .trim()
      .min(1, "Enter a greeting")
      .max(longestGreeting, `Use at most ${longestGreeting} characters`),
    color: z
      .string()
      .max(20)
      .optional()
      .transform((text, context) => {
        if (text === undefined || text.trim() === "") return null;
        const color = hexColor(text);
        if (color === null) context.addIssue({ code: "custom", message: "Enter a color like #1d4ed8" });
        return color?.toLowerCase() ?? null;
      }),
  })
  .refine(({ enabled, allowed_hosts }) => !enabled || allowed_hosts.length > 0, {
    path: ["allowed_hosts"],
    message: "Enter the domain of your website",
  });
