/** Recordings of calls: what an organization chooses, what their tasks carry, and what a call's page shows. */
import { z } from "zod";

/** The longest that recordings can be kept, as all words of calls can. */
export const longestKept_days = 730;
export const longestConsent = 300;

/** What an organization chooses; each part has a default. */
export const recordingSettings = z.object({
  is_on: z.boolean().default(false),
  /** What people hear before a recording begins. */
  consent: z
    .string()
    .trim()
    .min(1)
    .max(longestConsent)
    .default("This call may be recorded. Say so if you'd rather not be."),
  /** After how many days recordings are deleted; null: never. */
  retention_days: z.int().min(1).max(longestKept_days).nullable().default(90),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

/** Two channels, the caller's and the agent's, or one; each in equal parts of the time, 0 to 100. */
export const peakList = z
  .array(z.array(z.int().min(0).max(100)).max(2000))
  .min(1)
  .max(2);
export type Peaks = z.infer<typeof peakList>;

/** Where a recording is at its carrier. */
export type AtCarrier = {
  provider: string;
  account_id: string | null;
  provider_call_id: string;
  /** Null: the carrier has not told its id. */
  sid: string | null;
};

/** A recording that is to be fetched. */
export type FetchJob = AtCarrier & { started_at: number };

/** What the carrier reports of a recording. */
export type RecordingReport = Omit<AtCarrier, "sid"> & {
  call_id: string;
  sid: string;
  status: "going" | "ready" | "absent";
  seconds: number | null;
};

/** What a call's page shows of its recording. */
export type ShownRecording = {
  status: "on_its_way" | "stored" | "declined" | "absent" | "failed" | "deleted";
  seconds: number | null;
  peaks: Peaks | null;
  /** From the call's beginning to the recording's, ms. */
  offset_ms: number;
};
