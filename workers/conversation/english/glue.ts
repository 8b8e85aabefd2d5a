/** Small English words that readers look for around what they read. */

const words = (line: string) => new Set(line.split(" "));

/** Beside an act of one word ("stop please"), these leave it alone in its clause. */
export const politeWords = words("please oh just ok okay um well thanks a");

/** "Not an emergency", "no bleeding": what denies, and what may stand between. */
export const denials = words("not no isnt aint without never wasnt");
export const afterDenial = words("a an any the really exactly that kind of much at all");

/** "I have an appointment at three" asks for none. */
export const owners = words("my our have had ive your");
export const existingAppointment =
  /\b(my|our|have an?|had an?|got an?) (\w+ )?(appointment|booking|visit|reservation|meeting|slot)( is| was| for| at| on)*$/;

/** "Appointment yesterday" asks for one, "the appointment yesterday" had been one. */
export const newAppointment =
  /^((hi|hello|hey|yes|yeah|um|so|please|can i (have|get)|could i (have|get)|i need|i want|an?) )*(appointment|slot|opening)( for| on)?$/;

/** "That's it" ends an answer while a question is open. */
export const endsAnswer = /^(no )?that\b.*\b(it|all|everything)\b/i;
/** Farewells after which a day may be named: "see you Tuesday". */
export const mayNameDay = /(you|it)$/i;
/** "I need to cancel". */
export const wantsCancelled = /\bto cancel\b/i;

/** "No more than five" takes nothing back. */
export const comparatives = words("more less fewer later earlier");
export const joining = words("and but also so");
/** Left over beside a request, these make no answer of their own. */
export const fillsUp = words("please oh well um so and a i the that you");

/** Said after a place in a list: "the second one". */
export const thingsCounted = words("one option choice time slot");
/** Endings that do not change what a word names: "cleanings", "cleaned". */
export const wordEndings = /(?:ings?|ed|es|s)$/;
/** The letters that those end with; other words have none of them. */
export const lastOfEndings = "gds";
