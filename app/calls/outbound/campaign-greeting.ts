/** What the law has an agent say in a call of a campaign, to a person and to their voicemail: who calls, that it is automated, and how to get no more (47 CFR 64.1200(b)). */

const lines = {
  en: "This is an automated call from {organization}. To get no more of these calls, say stop calling or press 9.",
  es: "Esta es una llamada automática de {organization}. Si no quiere más llamadas, diga no me llame más o pulse 9.",
} as const;

/** @param own what the agent says when it calls; null: nothing of its own. @param language BCP 47 */
export const campaignGreeting = (own: string | null, language: string): string =>
  [language.startsWith("es") ? lines.es : lines.en, own?.trim()].filter(Boolean).join(" ");

const messages = {
  en: {
    who: "This is an automated message from {organization}.",
    out: "To get no more of these calls, call {number} and say stop calling.",
  },
  es: {
    who: "Este es un mensaje automático de {organization}.",
    out: "Si no quiere más llamadas, llame al {number} y diga no me llame más.",
  },
} as const;

/** What is left on a voicemail: who calls first, and at the end how to get no more calls. @param own the agent's message. @param number that calls, as people read it */
export function campaignVoicemail(own: string, language: string, number: string): string {
  const { who, out } = language.startsWith("es") ? messages.es : messages.en;
  return [who, own.trim(), out.replace("{number}", number)].join(" ");
}
