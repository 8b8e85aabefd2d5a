/** Questions of callers in words: how often they were asked, and with the punctuation that transcripts lack. */

const asks =
  /^(?:(?:and|so|but|um+|uh+|well|oh|hi|hello|also|okay|ok)[\s,]+)*(?:who|whom|whose|what|when|where|which|why|how|is|are|am|was|were|do|does|did|don['’]t|doesn['’]t|can|could|will|would|won['’]t|shall|should|may|might|must|has|have|had|any)\b/i;

/** "Asked once", "Asked 2 times". */
export const askedTimes = (times: number): string => (times === 1 ? "Asked once" : `Asked ${times} times`);

/** The beginning of a further question that the caller did not ask. */
const loose_end = /,? (?:and|or|but|so|um|uh)$/i;

/**
 * "Do you take Delta Dental?" for "do you take Delta Dental and"; a text that is not a question, or has an end mark,
 * keeps its end.
 */
export function questionShown(question: string): string {
  const words = question.trim().replace(loose_end, "");
  const begun = words.charAt(0).toLocaleUpperCase("en") + words.slice(1);
  return asks.test(begun) && !/[?!.…]["”’)]*$/.test(begun) ? `${begun}?` : begun;
}
