/** What programs get instead of an answer: problems as RFC 9457 has them. */

/** A field that does not fit, by its place in the request: "query.limit", "body.numbers.0". */
export type FieldProblem = { readonly path: string; readonly message: string };

export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  /** The stable name of the problem, for programs. */
  code: string;
  detail: string;
  errors?: readonly FieldProblem[];
};

/** Something that an operation was not willing to do: a value, because programs are expected to meet it. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly FieldProblem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The problems that any operation may answer, for the reference. */
export const problems: Readonly<Record<string, { status: number; title: string; detail: string }>> = {
  invalid_request: { status: 400, title: "Invalid request", detail: "The request can't be read." },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    detail: "This cursor isn't one of this list. Use the one that the list gave you, unchanged.",
  },
  invalid_key: {
    status: 401,
    title: "Invalid key",
    detail: "The API key is missing, wrong, expired or revoked.",
  },
  payment_required: {
    status: 402,
    title: "Payment required",
    detail: "This organization's plan isn't paid, so nothing in it can be changed right now.",
  },
  insufficient_scope: {
    status: 403,
    title: "Insufficient scope",
    detail: "This key doesn't have the scope that this operation needs.",
  },
  api_closed: {
    status: 403,
    title: "API closed",
    detail: "This organization can't use the API right now.",
  },
  forbidden: { status: 403, title: "Forbidden", detail: "This key can't do that." },
  not_found: { status: 404, title: "Not found", detail: "There's nothing here under this id or address." },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "This address doesn't support that method.",
  },
  conflict: { status: 409, title: "Conflict", detail: "That doesn't fit how things are now." },
  request_in_progress: {
    status: 409,
    title: "Request in progress",
    detail: "A request with this idempotency key is being answered. Try again in a moment.",
  },
  too_large: { status: 413, title: "Too large", detail: "The body is larger than this address accepts." },
  unsupported_type: {
    status: 415,
    title: "Unsupported type",
    detail: "Send the body as JSON, with Content-Type: application/json.",
  },
  invalid_fields: {
    status: 422,
    title: "Invalid fields",
    detail: "Some fields don't fit. The list of errors names each.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Idempotency key used",
    detail: "This idempotency key was used with another request in the last 24 hours.",
  },
  too_many_requests: {
    status: 429,
    title: "Too many requests",
    detail: "This key has used up its requests for now. Retry-After says how many seconds to wait.",
  },
  unexpected: { status: 500, title: "Unexpected error", detail: "Something went wrong on our side." },
  carrier_unavailable: {
    status: 502,
    title: "Carrier unavailable",
    detail: "The phone carrier didn't respond. Please try again in a moment.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    detail: "Something didn't respond in time. Please try again.",
  },
};

/** A refusal of one of the general problems. */
export function refusal(
  code: string,
  detail?: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  const { status, detail: usual } = problems[code] ?? { status: 500, detail: "Something went wrong." };
  return new Refusal(status, code, detail ?? usual, [], headers);
}

export const notFound = (): Refusal => refusal("not_found");

/** The refusal of a key without the scope that an operation needs. */
export const lackingScope = (scope: string): Refusal =>
  refusal("insufficient_scope", `This key needs the scope ${scope}, and its maker a role that has it.`, {
    "www-authenticate": `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
  });

/** Fields that do not fit. */
export const invalidFields = (errors: readonly FieldProblem[]): Refusal =>
  new Refusal(422, "invalid_fields", problems.invalid_fields?.detail ?? "", errors);

/** The body of a refusal. @param reference the address of the page that explains problems */
export function problemBody({ status, code, detail, errors }: Refusal, reference: string): ProblemBody {
  return {
    type: `${reference}#problem-${code.replaceAll("_", "-")}`,
    title: problems[code]?.title ?? "Refused",
    status,
    code,
    detail,
    ...(errors.length > 0 && { errors }),
  };
}
