/** The places of the dashboard, for the side navigation, the tab bar and the command menu. */
import {
  AudioLines,
  Blocks,
  BriefcaseBusiness,
  CalendarDays,
  CircleAlert,
  Contact,
  CreditCard,
  Globe,
  Hash,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Palette,
  PhoneCall,
  PhoneForwarded,
  RadioTower,
  Settings,
  Speech,
  Users,
  Workflow,
} from "lucide-react";
import type { Permission } from "#app/membership/permissions.ts";

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Without this permission the place is hidden. */
  readonly needs: Permission;
  /** Other addresses of the same page. */
  readonly also?: readonly string[];
  /** Whether it is among the four of the tab bar on phones. */
  readonly isTab?: boolean;
  /** Further words that find it in the command menu. */
  readonly words?: string;
}

export interface Section {
  /** The first section has none. */
  readonly title?: string;
  readonly places: readonly Place[];
}

/** The side navigation, section by section. A new page is a new line here. */
export const sections: readonly Section[] = [
  {
    places: [
      {
        to: "/dashboard",
        label: "Dashboard",
        icon: LayoutDashboard,
        needs: "calls.read",
        also: ["/dash", "/analytics"],
        isTab: true,
        words: "home analytics today figures",
      },
      {
        to: "/call-history",
        label: "Calls",
        icon: PhoneCall,
        needs: "calls.read",
        isTab: true,
        words: "history transcripts live",
      },
      {
        to: "/messages",
        label: "Text messages",
        icon: MessageSquare,
        needs: "calls.read_persons",
        words: "sms",
      },
      {
        to: "/contacts",
        label: "Contacts",
        icon: Contact,
        needs: "contacts.read",
        words: "people leads customers import csv lists segments tags consent do not call dnc",
      },
      {
        to: "/bookings",
        label: "Bookings",
        icon: CalendarDays,
        needs: "bookings.read",
        words: "appointments calendar schedule week day ics feed no-show",
      },
      {
        to: "/campaigns",
        label: "Campaigns",
        icon: Megaphone,
        needs: "campaigns.read",
        words: "outreach outbound dialer call list bulk audience",
      },
      {
        to: "/workflows",
        label: "Workflows",
        icon: Workflow,
        needs: "workflows.read",
        words: "automation trigger when then rule follow up",
      },
      {
        to: "/agents",
        label: "Agents",
        icon: AudioLines,
        needs: "agents.read",
        isTab: true,
        words: "assistant receptionist",
      },
      {
        to: "/voices",
        label: "Voices",
        icon: Speech,
        needs: "agents.read",
        words: "voice speech accent pronunciation dictionary",
      },
      {
        to: "/numbers",
        label: "Numbers",
        icon: Hash,
        needs: "numbers.read",
        isTab: true,
        words: "phone buy",
      },
      {
        to: "/call-transfer",
        label: "Call transfer",
        icon: PhoneForwarded,
        needs: "agents.read",
        words: "transfer people colleagues forward handover warm ladder on call",
      },
      {
        to: "/integrations",
        label: "Integrations",
        icon: Blocks,
        needs: "organization.write",
        words: "apps connect google calendar slack hubspot sheets crm zapier make n8n webhooks api keys",
      },
      {
        to: "/subscription",
        label: "Plan and usage",
        icon: CreditCard,
        needs: "subscription.read",
        words: "subscription minutes trial",
      },
      {
        to: "/users",
        label: "Users",
        icon: Users,
        needs: "members.read",
        words: "members roles team people",
      },
      {
        to: "/clients",
        label: "Clients",
        icon: BriefcaseBusiness,
        needs: "clients.read",
        words: "agency reseller customers support templates",
      },
      {
        to: "/error-logs",
        label: "Errors",
        icon: CircleAlert,
        needs: "errors.read",
        words: "error logs faults failures monitoring",
      },
      {
        to: "/settings",
        label: "Settings",
        icon: Settings,
        needs: "organization.write",
        words: "organization name time zone language currency",
      },
      {
        to: "/twilio-settings",
        label: "Telephony",
        icon: RadioTower,
        needs: "organization.write",
        words: "carrier twilio telnyx account import recording caller id countries emergency phone settings",
      },
      {
        to: "/white-label",
        label: "White label",
        icon: Palette,
        needs: "brand.write",
        words: "brand logo colors favicon hide",
      },
      {
        to: "/custom-domain-guide",
        label: "Custom domains",
        icon: Globe,
        needs: "brand.write",
        words: "domain dns records host certificate white label",
      },
    ],
  },
];

/** The places, or other links, that are not closed. */
export const without = <T extends { readonly to: string }>(all: readonly T[], closed: readonly string[]) =>
  all.filter(({ to }) => !closed.includes(to));

/** The sections without the closed addresses. */
export const openSections = (closed: readonly string[]): Section[] =>
  sections.map((section) => ({ ...section, places: without(section.places, closed) }));

/** Whether a place is the current one: by its own address, one below it, or another name of it. */
export function isCurrentPlace(place: Place, pathname: string): boolean {
  return [place.to, ...(place.also ?? [])].some((to) => pathname === to || pathname.startsWith(`${to}/`));
}
