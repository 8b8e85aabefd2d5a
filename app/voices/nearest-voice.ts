/** The browser's voice that comes nearest to one of the catalogue: by language, country, and the gender that its name tells. */
export type BrowserVoice = { readonly name: string; readonly lang: string };

/** First names of voices in browsers and systems, where the name does not say the gender itself. */
const told = {
  female:
    /\b(?:female|woman|aria|jenny|samantha|victoria|karen|moira|zira|hazel|susan|libby|sonia|monica|mónica|paulina|helena|sabina|amelie|anna|alice|luciana)\b/i,
  male: /\b(?:male|man|guy|daniel|alex|fred|david|mark|george|ryan|jorge|juan|diego|pablo|thomas|luca)\b/i,
} as const;

const plain = (lang: string): string => lang.replace("_", "-").toLowerCase();

/** Null: the browser has no voice of this language. */
export function nearestVoice<V extends BrowserVoice>(
  voices: readonly V[],
  locale: string,
  gender: "female" | "male",
): V | null {
  const language = locale.slice(0, 2);
  const score = ({ lang, name }: BrowserVoice): number =>
    (plain(lang) === plain(locale) ? 2 : 0) + (told[gender].test(name) ? 1 : 0);
  let best: V | null = null;
  for (const voice of voices)
    if (plain(voice.lang).slice(0, 2) === language && (best === null || score(voice) > score(best)))
      best = voice;
  return best;
}
