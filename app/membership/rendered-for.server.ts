/** Which organization a form or data request was drawn for (docs/architecture.md, "Requests": two tabs, two organizations). */
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { isReading } from "#app/platform/methods.ts";

/**
 * The one organization that a request names, in its header or in its form's field; null when it names none or
 * several.
 * @throws Fault `bad_request` (400) when there is no header and the body is not a form, `too_large` (413)
 */
export async function renderedFor(request: Request, context: Context): Promise<string | null> {
  const header = request.headers.get("x-organization");
  if (header !== null || isReading(request)) return header;
  const [id, ...others] = (await readForm(request, context)).getAll("organization_id");
  return typeof id === "string" && others.length === 0 ? id : null;
}
