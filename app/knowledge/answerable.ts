/** The share of a question that a passage must be about before an agent answers from it, 0 to 1. */
export const answerable = 0.6;
