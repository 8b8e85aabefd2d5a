/** What the command menu can start or open, besides places. It is loaded with the menu. */
import { Building2, KeyRound, type LucideIcon, ShieldCheck, UserRound } from "lucide-react";
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { may, type Permission } from "#app/membership/permissions.ts";
import { sections } from "./navigation.ts";

export interface Shortcut {
  readonly to: string;
  readonly label: string;
  /** A shortcut without it concerns the person, so everyone may use it. */
  readonly needs?: Permission;
  /** A shortcut that creates something has a plus instead. */
  readonly icon?: LucideIcon;
  readonly words?: string;
}

/** What the command menu can start or open, besides places. */
export const shortcuts: readonly Shortcut[] = [
  { to: "/contacts/new", label: "New contact", needs: "contacts.manage", words: "create add person lead" },
  {
    to: "/contacts/do-not-call",
    label: "Do-not-call list",
    needs: "contacts.read",
    words: "dnc opt out stop block numbers",
  },
  { to: "/bookings/new", label: "Book by hand", needs: "bookings.write", words: "new appointment add" },
  {
    to: "/campaigns/new",
    label: "New campaign",
    needs: "campaigns.manage",
    words: "create add outreach call list",
  },
  {
    to: "/workflows/new",
    label: "New workflow",
    needs: "workflows.manage",
    words: "create add automation rule",
  },
  { to: "/agents/new", label: "New agent", needs: "agents.write", words: "create add" },
  {
    to: "/agents/knowledge",
    label: "Knowledge",
    needs: "agents.read",
    words: "files pages faq answers unanswered questions documents pdf website",
  },
  {
    to: "/users#invite",
    label: "Invite people",
    needs: "members.write",
    words: "add user member colleague team",
  },
  {
    to: "/numbers/protection",
    label: "Call protection",
    needs: "numbers.read",
    words: "block caller spam abuse budget limit blocklist",
  },
  { to: "/numbers/search", label: "Get a number", needs: "numbers.write", words: "buy phone search" },
  {
    to: "/integrations/setup-guide",
    label: "Set up integrations",
    needs: "organization.write",
    words: "guide steps connect zapier make n8n calendar crm",
  },
  {
    to: "/settings/data",
    label: "Export or erase data",
    needs: "organization.write",
    words: "download backup gdpr privacy delete person receipt",
  },
  {
    to: "/settings/models",
    label: "AI providers",
    needs: "organization.write",
    words:
      "ai llm language models api key openai anthropic claude gpt elevenlabs google amazon polly speech provider",
  },
  {
    to: "/integrations/webhooks",
    label: "Webhooks",
    needs: "webhooks.manage",
    words: "events http post signature endpoint integration developer",
  },
  {
    to: "/integrations/keys",
    label: "API keys",
    needs: "organization.write",
    words: "api key token secret developer program rest mcp integration",
  },
  {
    to: "/organizations",
    label: "Your organizations",
    icon: Building2,
    words: "switch create leave workspace company",
  },
  {
    to: "/profile",
    label: "Your profile",
    icon: UserRound,
    words: "name account email notifications",
  },
  {
    to: "/security",
    label: "Security",
    icon: KeyRound,
    words: "account password email google sessions devices sign-ins delete export",
  },
  {
    to: "/mfa-setup",
    label: "Two-factor authentication",
    icon: ShieldCheck,
    words: "passkey recovery codes security",
  },
];

/**
 * The addresses that a role cannot open, and those that the brand hides. For the server, which knows both.
 * @param hasClients whether the organization has the pages about clients
 */
export const closedTo = (
  role: string,
  hidden: readonly BrandSection[] = [],
  hasClients: boolean = true,
): string[] =>
  [...sections.flatMap(({ places }) => places), ...shortcuts].flatMap(({ to, needs }) =>
    (needs === undefined || may(role, needs)) && !isHidden(hidden, to) && (hasClients || to !== "/clients")
      ? []
      : [to],
  );
