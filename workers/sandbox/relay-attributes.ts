/** The attributes of `<ConversationRelay>` with their defaults (docs/telephony.md, "Call markup"). */
import { z } from "zod";

const truth = z.enum(["true", "false"]).transform((value) => value === "true");
/** Which input counts. The boolean spelling is the one that Twilio's own helper library types. */
const input = z
  .enum(["none", "dtmf", "speech", "any", "true", "false"])
  .transform((value) => (value === "true" ? "any" : value === "false" ? "none" : value));
export type InputKind = z.output<typeof input>;

export const relayAttributes = z
  .strictObject({
    url: z
      .string()
      .regex(/^wss:\/\/[^\s?#]+$/, "must be wss://… with its secrets in the path, not in a query"),
    welcomeGreeting: z.string().optional(),
    welcomeGreetingInterruptible: input.default("any"),
    language: z.string().default("en-US"),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
    ttsProvider: z.enum(["Google", "Amazon", "ElevenLabs"]).default("ElevenLabs"),
    voice: z.string().optional(),
    transcriptionProvider: z.enum(["Google", "Deepgram"]).default("Deepgram"),
    speechModel: z.string().default("nova-3-general"),
    eotThreshold: z.coerce.number().min(0.5).max(0.9).optional(),
    partialPrompts: truth.default(false),
    speechTimeout: z.union([z.literal("auto"), z.coerce.number().min(600).max(5000)]).optional(),
    speechtimeout: z.string().optional(),
    interruptible: input.default("any"),
    reportInputDuringAgentSpeech: input.default("none"),
    interruptSensitivity: z.enum(["high", "medium", "low"]).default("high"),
    ignoreBackchannel: truth.default(false),
    ignorebackchannel: truth.default(false),
    preemptible: truth.default(false),
    dtmfDetection: truth.default(false),
    events: z
      .string()
      .default("")
      .transform((names) => names.split(/\s+/).filter(Boolean))
      .pipe(z.array(z.enum(["speaker-events", "tokens-played"]))),
    hints: z.string().optional(),
    profanityFilter: z.string().optional(),
    deepgramSmartFormat: z.string().optional(),
    deepgramsmartformat: z.string().optional(),
    elevenlabsTextNormalization: z.string().optional(),
    backgroundNoiseReduction: z.string().optional(),
    backgroundnoisereduction: z.string().optional(),
    intelligenceService: z.string().optional(),
    conversationConfiguration: z.string().optional(),
    debug: z.string().optional(),
  })
  .refine((relay) => relay.eotThreshold === undefined || relay.speechModel.startsWith("flux"), {
    message: "eotThreshold needs speechModel flux",
    path: ["eotThreshold"],
  })
  .refine(
    (relay) =>
      ![relay.language, relay.transcriptionLanguage].includes("multi") ||
      (relay.transcriptionProvider === "Deepgram" && relay.speechModel.startsWith("nova")),
    { message: "multi needs Deepgram and its nova models", path: ["transcriptionLanguage"] },
  )
  .refine((relay) => relay.ttsLanguage !== "multi" || relay.ttsProvider === "ElevenLabs", {
    message: "multi needs ElevenLabs",
    path: ["ttsLanguage"],
  })
  .transform((relay) => ({
    ...relay,
    ignoreBackchannel: relay.ignoreBackchannel || relay.ignorebackchannel,
  }));

export type RelayAttributes = z.output<typeof relayAttributes>;

/** Those that TeXML documents; the rest is as a carrier behaves that says nothing of it (docs/telephony.md, "Telnyx"). */
export const texmlRelayAttributes: z.ZodType<RelayAttributes> = z
  .strictObject({
    url: z.string(),
    welcomeGreeting: z.string().optional(),
    welcomeGreetingInterruptible: z.string().optional(),
    language: z.string().default("en"),
    voice: z
      .string()
      .regex(/^(?:Telnyx|AWS|Azure|ElevenLabs)\.\S+$/, "names its provider")
      .optional(),
    transcriptionProvider: z.string().optional(),
    interruptible: z.string().optional(),
    dtmfDetection: z.enum(["true", "false"]).default("false"),
  })
  .transform((given, context) => {
    const { transcriptionProvider: _other, voice: _own, ...shared } = given;
    const read = relayAttributes.safeParse({ ...shared, reportInputDuringAgentSpeech: "any" });
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      context.addIssue({ code: "custom", message: issue.message, path: issue.path });
    return z.NEVER;
  });
