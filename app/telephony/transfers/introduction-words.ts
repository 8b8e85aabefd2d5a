/** What a caller hears before music, and what both hear when the agent introduces them: in the language that is spoken. */

type Introduced = {
  /** Whose phone it is, as the list of people has it. */
  name: string;
  /** The caller's name; null: not known. */
  caller: string | null;
  /** Why they call; empty: not known. */
  reason: string;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Without the final period: a sentence goes on, or gets its own. */
const clause = (text: string): string => {
  const whole = text.trim();
  return whole.endsWith(".") ? whole.slice(0, -1) : whole;
};
const sentence = (begins: string, text: string): string => (clause(text) ? `${begins}${clause(text)}. ` : "");

const isSpanish = (language: string): boolean => language.startsWith("es");

export const holdWords = (name: string, language: string): string =>
  isSpanish(language)
    ? `Espere un momento, por favor. Estoy llamando a ${name}.`
    : `Please hold for a moment. I'm calling ${name}.`;

export function introductionWords({ name, caller, reason }: Introduced, language: string): string {
  if (isSpanish(language))
    return `${caller ? `Hola, ${caller}. ` : ""}Tengo en la línea a ${name}. ${sentence(
      "La llamada es por lo siguiente: ",
      reason,
    )}Les dejo para que hablen. Adiós.`;
  const line = caller ? `Hello ${caller}, I have ${name} on the line. ` : `I have ${name} on the line. `;
  return `${line}${sentence(`${capital(name)}, here is what the call is about: `, reason)}I'll leave you two to talk. Goodbye.`;
}
