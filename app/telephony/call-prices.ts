/** Carriers' list prices of calls, in micros of US dollars for each started minute (docs/telephony.md, "Prices"; Twilio, United States, local numbers). */
export const prices = {
  /** Speech to text, text to speech and turn taking: ConversationRelay. It is the same for every voice. */
  twilio_relay_minute: 70_000,
  twilio_inbound_minute: 8_500,
  twilio_outbound_minute: 14_000,
  /** The built-in brain runs in the call itself. */
  built_in_model_minute: 0,
} as const;
