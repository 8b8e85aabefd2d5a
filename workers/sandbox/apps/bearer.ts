/** The token of a request. */

export const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

/** A request's fields, from a form or from JSON. */
export async function fieldsOf(request: Request): Promise<object> {
  if ((request.headers.get("content-type") ?? "").includes("json")) return request.json<object>();
  return Object.fromEntries(await request.formData());
}
