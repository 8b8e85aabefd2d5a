/** What an agent says first in a call of a campaign: who calls, that it is an automated call, and how to get no more (47 CFR 64.1200(b)). */

const lines = {
  en: "This is an automated call from {organization}. To get no more of these calls, say stop calling or press 9.",
  es: "Esta es una llamada automática de {organization}. Si no quiere más llamadas, diga no me llame más o pulse 9.",
} as const;

/** @param own what the agent says when it calls; null: nothing of its own. @param language BCP 47 */
export const campaignGreeting = (own: string | null, language: string): string =>
  [language.startsWith("es") ? lines.es : lines.en, own?.trim()].filter(Boolean).join(" ");
