/** The front door of a deployment that differs from the tests' own by some of its bindings. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { answerWith } from "./built-app.ts";

/** Answers a page, a form or a function there; what an answer leaves to do is done with it. */
export const deployedWith =
  (bindings: Parameters<typeof answerWith>[0]) =>
  async (request: Request): Promise<Response> => {
    const ctx = createExecutionContext();
    const answer = await answerWith(bindings, request, ctx);
    await waitOnExecutionContext(ctx);
    return answer;
  };

/** As it is deployed, without the settings of local mode that show more than visitors may see. */
export const deployed = deployedWith({ ROW_COUNTS: "hidden" });
