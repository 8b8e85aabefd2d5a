/** A question as it is read: speech comes without punctuation, and half of what callers ask would look like a statement. */

const asks =
  /^(?:(?:and|so|but|um+|uh+|well|oh|hi|hello|also|okay|ok)[\s,]+)*(?:who|whom|whose|what|when|where|which|why|how|is|are|am|was|were|do|does|did|don['’]t|doesn['’]t|can|could|will|would|won['’]t|shall|should|may|might|must|has|have|had|any)\b/i;

/** "Do you take Delta Dental?" for "do you take Delta Dental"; what asks nothing, or ends in a mark, keeps its end. */
export function questionShown(question: string): string {
  const words = question.trim();
  const begun = words.charAt(0).toLocaleUpperCase("en") + words.slice(1);
  return asks.test(begun) && !/[?!.…]["”’)]*$/.test(begun) ? `${begun}?` : begun;
}
