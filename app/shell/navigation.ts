/** Owns where one can go inside the dashboard: the side navigation, the tab bar and the command menu read this list. */
import { AudioLines, Hash, LayoutDashboard, type LucideIcon, PhoneCall } from "lucide-react";

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Other addresses of the same page. */
  readonly also?: readonly string[];
  /** Among the four of the tab bar on phones. */
  readonly isTab?: boolean;
  /** Words that also find it in the command menu. */
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
        also: ["/dash", "/analytics"],
        isTab: true,
        words: "home analytics today figures",
      },
      {
        to: "/call-history",
        label: "Calls",
        icon: PhoneCall,
        isTab: true,
        words: "history transcripts live",
      },
      { to: "/agents", label: "Agents", icon: AudioLines, isTab: true, words: "assistant receptionist" },
      { to: "/numbers", label: "Numbers", icon: Hash, isTab: true, words: "phone buy" },
    ],
  },
];

export interface Shortcut {
  readonly to: string;
  readonly label: string;
  readonly words?: string;
}

/** What the command menu can begin, besides going to a place. */
export const shortcuts: readonly Shortcut[] = [
  { to: "/agents/new", label: "New agent", words: "create add" },
  { to: "/numbers/search", label: "Get a number", words: "buy phone search" },
];

/** Whether a place is where this address is: its own address, one below it, or another name of it. */
export function isCurrentPlace(place: Place, pathname: string): boolean {
  return [place.to, ...(place.also ?? [])].some((to) => pathname === to || pathname.startsWith(`${to}/`));
}
