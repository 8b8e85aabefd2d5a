/** Stripe's errors: `{error: {type, code, message, param}}`, thrown by whatever answers a request. */
import type { z } from "zod";

type ErrorType = "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";

export type Details = {
  code?: string;
  param?: string;
  decline_code?: string;
  /** What the refused payment belongs to, whole. */
  payment_intent?: object;
};

export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly type: ErrorType,
    message: string,
    readonly details: Details = {},
    /** Whether what was written before the refusal stays, as after a declined payment. */
    readonly keepsWrites = false,
  ) {
    super(message);
  }

  body(request_id: string): object {
    return {
      error: {
        type: this.type,
        message: this.message,
        ...(this.details.code && {
          doc_url: `https://stripe.com/docs/error-codes/${dashed(this.details.code)}`,
        }),
        ...this.details,
        request_log_url: `https://dashboard.stripe.com/acct_sandbox/test/workbench/logs?object=${request_id}`,
      },
    };
  }
}

const dashed = (code: string): string => code.replaceAll("_", "-");

export const invalid = (message: string, details: Details = {}, status = 400): StripeRefusal =>
  new StripeRefusal(status, "invalid_request_error", message, details);

export const missing = (noun: string, id: string, param = "id", status = 404): StripeRefusal =>
  invalid(`No such ${noun}: '${id}'`, { code: "resource_missing", param }, status);

/** The first thing that is wrong with the fields of a request. */
export function unfit(error: z.ZodError): StripeRefusal {
  const issue = error.issues[0];
  const path = (issue?.path ?? []).map(String);
  const named = (keys: readonly string[]): string =>
    keys.map((key, index) => (index === 0 ? key : `[${key}]`)).join("");
  if (issue?.code === "unrecognized_keys") {
    const param = named([...path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${param} (or one that the sandbox doesn't simulate)`, {
      code: "parameter_unknown",
      param,
    });
  }
  const param = named(path);
  if (issue?.code === "invalid_type" && issue.message.endsWith("received undefined"))
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  return invalid(`Invalid ${param}: ${issue?.message ?? "unfit"}`, { code: "parameter_invalid", param });
}

/** An error in Stripe's format that has nothing to do with the request: a fault that was ordered. */
export function stripeFault(status: number): Response {
  const isBusy = status === 429;
  const error = isBusy
    ? {
        type: "invalid_request_error",
        code: "rate_limit",
        message:
          "Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.",
      }
    : { type: "api_error", message: "An unknown error occurred (fault set in the sandbox)." };
  return Response.json({ error }, { status, headers: { "request-id": "req_sandboxfault" } });
}
