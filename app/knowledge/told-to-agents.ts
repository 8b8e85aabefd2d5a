/** Whether a text speaks to an agent instead of informing it. It is stored as text all the same: this only warns the people who read the list. */

const commands: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|rules|prompts?|guidelines|everything|safety)\b/i,
  /\b(?:system prompt|developer mode|new instructions|you are now|from now on,? you|act as if you|pretend to be|pretend you are)\b/i,
  /\b(?:reveal|print|repeat|read out|show)\b.{0,40}\b(?:your prompt|your instructions|your rules|system message)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform) the (?:caller|user|customer)\b/i,
  /<\|?(?:im_start|im_end|system|assistant)\|?>|\[INST\]/i,
];

export const speaksToAgents = (text: string): boolean => commands.some((command) => command.test(text));
