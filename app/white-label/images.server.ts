/** The answer to an uploaded image: its address, or what to do about the file. */
import { data, redirect } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readUpload } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { imageUpload, uploadImage } from "./image-upload.server.ts";
import { type ImageAnswer, refusalWords } from "./image-words.ts";

type Refused = Extract<Awaited<ReturnType<typeof uploadImage>>, { ok: false }>;

const answerTo = (refused: Refused): ResponseInit =>
  refused.reason === "too_many"
    ? { status: 429, headers: { "retry-after": String(refused.retryAfter) } }
    : { status: refused.reason === "too_large" ? 413 : 422 };

export async function answerImage(request: Request, context: Context) {
  const member = permitted(context, "brand.write");
  const form = await readUpload(request, context);
  if (form === null) return data<ImageAnswer>({ path: null, error: refusalWords("too_large", null) }, 413);
  const posted = imageUpload.safeParse({ field: form.get("field"), file: form.get("file") });
  if (!posted.success) throw faultResponse("bad_request");
  const { field } = posted.data;
  const outcome = await uploadImage(member, posted.data, depsOf(context));
  // Without scripts the page is drawn again, with the image in its form or with what is wrong about it.
  const isPage = form.has("page");
  if (!outcome.ok && isPage) return redirect(`/white-label?refused=${outcome.reason}&of=${field}`);
  if (!outcome.ok)
    return data<ImageAnswer>({ path: null, error: refusalWords(outcome.reason, field) }, answerTo(outcome));
  if (isPage)
    return redirect(`/white-label?done=uploaded&${field}=${encodeURIComponent(outcome.path)}#images`);
  return data<ImageAnswer>({ path: outcome.path, error: null });
}
