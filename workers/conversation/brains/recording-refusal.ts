/** Whether a caller wants no recording of the call, in every language that agents speak. */

const longest = 400;

const plain = (text: string): string =>
  text
    .slice(0, longest)
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Whole phrases: they are looked for in every recorded call. */
const refuses =
  /\b(?:(?:do not|dont|never) record(?: (?:this|me|us|it)\b| (?:the|my|our|this) (?:call|conversation|voice)\b|$| please\b)|(?:stop|quit|without) recording\b|no recordings?\b(?! of)|(?:not|no longer|never|object to|without) (?:be|being) recorded\b|(?:do not|dont) (?:want|like|wish|agree|consent)(?: to)?(?: you| this| it| anyone)?(?: to)?(?: be| being| call| call to be)? ?(?:recorded|recording|record)\b|(?:turn|switch|shut) (?:off )?(?:the |that |this )?(?:recording|recorder)(?: off)?\b|(?:stop|end|pause|cancel|delete) (?:the |that |this |your )?(?:recording|recorder)\b|(?:no|sin) (?:me |nos |lo |la |se )?(?:grab(?:e|en|es|ar|ando|aciones|acion))\b|no quiero (?:que (?:me|nos|se|lo|la) )?(?:grab(?:e|en|es|ar|aciones|acion)|ser grabad[oa])|(?:deje|dejen|paren|pare) de grabar|apag(?:ue|uen|a) la grabacion)/;

/** As the first thing that is said after the consent line, these answer it. */
const answersNo =
  /^(?:no|nope|no thank you|no thanks|id rather not(?: be)?|i would rather not(?: be)?|id prefer not(?: to(?: be)?)?|i (?:do not|dont) (?:consent|agree)|i object|no i (?:do not|dont)|mejor no|prefiero que no|no gracias|no acepto|no estoy de acuerdo)$/;

/** @param isFirst whether nothing was said before it */
export function refusesRecording(text: string, isFirst: boolean): boolean {
  const words = plain(text);
  return refuses.test(words) || (isFirst && answersNo.test(words));
}
