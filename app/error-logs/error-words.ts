/** States and severities of errors in words, and the tones of their tags. */
import type { ErrorState, Severity } from "#app/monitoring/error-kinds.ts";

type Tone = "neutral" | "good" | "warn" | "bad";

export const stateWords: Readonly<Record<ErrorState, string>> = {
  open: "Open",
  resolved: "Resolved",
  muted: "Muted",
};

export const severityTags: Readonly<Record<Severity, { words: string; tone: Tone }>> = {
  critical: { words: "Critical", tone: "bad" },
  error: { words: "Error", tone: "bad" },
  warning: { words: "Warning", tone: "warn" },
  info: { words: "Info", tone: "neutral" },
};

/** What is said after an error was marked. */
export const markedWords: Readonly<Record<ErrorState, string>> = {
  open: "Reopened.",
  resolved: "Marked as resolved. It reopens by itself when it happens again.",
  muted: "Muted. It's still counted, and stays out of the list of open errors.",
};
