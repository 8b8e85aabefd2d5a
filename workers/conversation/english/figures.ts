/** English words beside a number that tell what it is. */

const list = (words: string) => new Set(words.split(" "));

export const moneyWords = list("dollar dollars buck bucks euro euros pound pounds cent cents usd eur gbp");
export const halves = list("am pm oclock");
/** After these a small number is an hour, unless something is counted. */
export const beforeHours = list("at until till til from to by around about before after between past and");
/** What is counted here is a fact. */
export const unitWords = list(
  "percent minutes minute mins hours hour hrs days day weeks week months month years year miles mile blocks block feet floor floors people percentage times",
);
export const monthWords = list(
  "january february march april may june july august september october november december",
);
/** "One second" is no figure. */
export const momentWords = list("second seconds minute moment sec");

/** Whether a sentence tells what something costs. */
export const pricing =
  /\b(?:costs?|prices?|priced|charges?|charged|fees?|pay|paid|totals?|rates?|deals?|discount|(?:it|that|this|which|they)(?:'s|'re| is| are| comes?| will be| would be)) /i;
