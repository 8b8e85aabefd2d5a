/** Which buttons a customer's page has, by the state it is in. */
import type { CustomerView } from "./customer-view.ts";

/** A button that acts at once. */
export interface Deed {
  readonly intent: string;
  readonly label: string;
  /** What is asked first; without it the button acts at once. */
  readonly asks?: { readonly title: string; readonly sentence: string };
}

type Deeds = { readonly sentence?: string; readonly deeds: readonly Deed[] };

export function deedsOf({ name, clients, isSuspended, restorableUntil }: CustomerView): Deeds {
  if (restorableUntil !== null)
    return {
      sentence: `Deleted. It can be restored until ${restorableUntil}; after that, it's permanently deleted.`,
      deeds: [{ intent: "restore", label: "Restore" }],
    };
  const suspend: Deed = {
    intent: "suspend",
    label: "Suspend",
    asks: {
      title: `Suspend ${name}?`,
      sentence: `${clients === null ? "" : `That includes its ${clients}. `}Members see who to contact, and callers hear that no one is available. Nothing is deleted, and a subscription goes on.`,
    },
  };
  return {
    ...(isSuspended && { sentence: "Suspended by the platform. Its agency can't resume it." }),
    deeds: [
      isSuspended ? { intent: "resume", label: "Resume" } : suspend,
      {
        intent: "sign-out",
        label: "Sign everyone out",
        asks: {
          title: `Sign all members of ${name} out?`,
          sentence: "On every device. They can sign in again at once.",
        },
      },
      {
        intent: "export",
        label: "Export data",
        asks: {
          title: `Export all data of ${name}?`,
          sentence:
            "Its owners get an email with a link to the archive. You won't see the file, because it holds what callers said.",
        },
      },
      {
        intent: "delete",
        label: "Delete",
        asks: {
          title: `Delete ${name}?`,
          sentence:
            "Everyone loses access and its numbers stop answering. It can be restored within 30 days; after that, it's permanently deleted.",
        },
      },
    ],
  };
}
