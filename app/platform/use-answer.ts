import { useState } from "react";

/**
 * What a fetcher was last answered, as state of the component: effects depend on this and never on `fetcher.data`.
 * React Router reads `data` from a map that changes outside React's state. A render that React then finds needless
 * may be the first to see an answer, and React drops the effects of such a render.
 */
export function useAnswer<Answer>({ data }: { readonly data: Answer }): Answer {
  const [answer, setAnswer] = useState(data);
  // Setting state while rendering makes the render one that counts.
  if (answer !== data) setAnswer(data);
  return answer;
}
