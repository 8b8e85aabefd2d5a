/** The dashboard for members who may read calls but not who called. */
import type { CallRow } from "#app/calls/call-row.ts";
import type { LiveCall } from "#app/calls/live/live-feed.schema.ts";
import type { MessageRow } from "#app/calls/messages/messages.schema.ts";
import {
  leftWithoutPerson,
  liveWithoutPerson,
  nobody,
  rowWithoutPerson,
  scrubbed,
} from "#app/calls/scrub/scrub.ts";

type Overview = {
  live: LiveCall[];
  latest: CallRow[];
  messages: { rows: MessageRow[]; total: number };
  questions: { question: string }[];
  appointments: { name: string; person: string | null; notes: string }[];
};

/** The dashboard without personal data. */
export const overviewWithoutPersons = <Shown extends Overview>(overview: Shown): Shown => ({
  ...overview,
  live: overview.live.map(liveWithoutPerson),
  latest: overview.latest.map(rowWithoutPerson),
  messages: {
    ...overview.messages,
    rows: overview.messages.rows.map((one) => leftWithoutPerson(one)),
  },
  questions: overview.questions.map((one) => ({ ...one, question: scrubbed(one.question) })),
  appointments: overview.appointments.map((one) => ({ ...one, name: nobody, person: null, notes: "" })),
});
