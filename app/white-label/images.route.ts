/** POST /white-label/images: uploads an image for the brand. */
import { unlessUnanswered } from "#app/platform/unanswered.ts";
import type { Route } from "./+types/images.route";
import { type ImageAnswer, refusalWords } from "./image-words.ts";
import { answerImage } from "./images.server.ts";

export const action = ({ request, context }: Route.ActionArgs) => answerImage(request, context);

const lost: ImageAnswer = { path: null, error: refusalWords("lost", null) };
export const clientAction = (args: Route.ClientActionArgs) => unlessUnanswered(args, () => lost);
