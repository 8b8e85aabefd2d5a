/** The functions that programs may call, as /api describes them; a test calls each. */

export type ApiFunction = {
  readonly name: string;
  readonly does: string;
  /** Whose call it takes. */
  readonly caller: "a session" | "a session, also an unverified one" | "anyone";
  /** The fields of its JSON body. */
  readonly fields: readonly string[];
  /** The fields of its answer. */
  readonly answer: readonly string[];
};

export const apiFunctions: readonly ApiFunction[] = [
  {
    name: "refresh-session",
    does: "Gives your session's facts and an access token that's valid for 15 minutes. It needs the cookie: a token can't renew itself.",
    caller: "a session, also an unverified one",
    fields: [],
    answer: ["user_id", "email", "email_confirmed_at", "created_at", "access_token", "expires_at"],
  },
  {
    name: "check-subscription",
    does: "Gives the plan of your active organization. It may be up to a minute old.",
    caller: "a session",
    fields: [],
    answer: ["subscribed", "product_id", "tier", "status", "subscription_end"],
  },
  {
    name: "create-checkout",
    does: "Opens a payment form for a plan and gives what's needed to show it.",
    caller: "a session",
    fields: ["priceId"],
    answer: ["clientSecret"],
  },
  {
    name: "accept-invitation",
    does: "Joins the organization of an invitation that was sent to your address.",
    caller: "a session",
    fields: ["invitationId"],
    answer: ["success"],
  },
  {
    name: "generate-auth-token",
    does: "Makes a token, valid for at most 300 seconds, that takes a session to the custom domain it was begun for.",
    caller: "a session",
    fields: ["userId", "expiresIn"],
    answer: ["token"],
  },
  {
    name: "send-verification-email",
    does: "Sends another verification code to your own address.",
    caller: "a session, also an unverified one",
    fields: ["userId", "email", "isTrial"],
    answer: ["error"],
  },
  {
    name: "verify-email-code",
    does: "Confirms your address with the code that was sent to it.",
    caller: "a session, also an unverified one",
    fields: ["code", "userId"],
    answer: ["error"],
  },
  {
    name: "track-referral-click",
    does: "Counts a visit that a referral link brought.",
    caller: "anyone",
    fields: ["referralCode"],
    answer: ["clickId"],
  },
];
