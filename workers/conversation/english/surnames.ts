/** English family names that are everyday words as well, and what shows that one was meant as a name. */

const words = (line: string) => new Set(line.trim().split(/\s+/));

/** Said by themselves they are names only in answer to the question for one. */
export const givenAsWell = words("will may little small best early house sunday");

/** Never a name by themselves; after a first name, or after "my name is", they are. */
export const everydayNames = words(`
will may little small best early late noon weeks house home price day case call fine good close reason hurt pain more still
friday saturday sunday monday march april june august january july october november
able answer back book days doctor hand hours machine make new night office old parking person pick private see
sick start test visit welcome week work year
one two three four five six seven eight nine ten eleven twelve first second third
`);

/** The ones that say how something is, and so are no names in "the name is fine". */
export const approving = words("fine good best");

/** The ones that name a time: they end a name only where nothing goes on about a time. */
export const timedNames = words(
  "early late noon weeks week days night hours year friday saturday sunday monday may march april june august january july october november one two three four five six seven eight nine ten eleven twelve first second third",
);

/** What may follow a family name of any kind, besides what may follow a bare name. */
export const afterSurname = words("for my thank no wait sorry not yes yeah ok okay sir instead");

/** Said after "Friday", these make it a day again. */
export const afterDay = words(
  "as like at on from for next with without monday tuesday wednesday thursday friday tomorrow today not instead",
);
