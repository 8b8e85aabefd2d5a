/** What the agent says in English about appointments that exist: finding, moving and cancelling them. */
import type { Wordings } from "./sayings.ts";

/** "on Friday the 4th at ten", "tomorrow, at ten". */
export const onDay = (when: string): string => (when.startsWith("to") ? when : `on ${when}`);

/** Both times, before an appointment is moved. */
export function confirmMove(from: string, to: string): Wordings {
  return [
    `So I'll move your appointment from ${from} to ${to}. Is that right?`,
    `That's ${to} in place of ${from}. Shall I move it?`,
    `I'd move it from ${from} to ${to}. All right?`,
  ];
}

/** The appointment, before it is cancelled. */
export function confirmCancel(when: string): Wordings {
  return [
    `So I'll cancel your appointment ${onDay(when)}. Is that right?`,
    `That's your appointment ${onDay(when)}. Shall I cancel it?`,
    `I'd cancel the one ${onDay(when)}. All right?`,
  ];
}

/** An appointment that the store has moved; never said before it has. */
export function moved(to: string): Wordings {
  return [`Your appointment is now ${to}.`, `It's moved to ${to}.`, `Done, it's ${to} now.`];
}

/** An appointment that the store has cancelled; never said before it has. */
export function canceled(when: string): Wordings {
  return [
    `Your appointment ${onDay(when)} is cancelled.`,
    `It's cancelled: ${when}.`,
    `Done, I've cancelled ${when}.`,
  ];
}
