/** What /auth/callback does with whoever comes back: from Google on the main host, from the main host on a tenant's. */
import { type RouterContextProvider, redirect } from "react-router";
import { arriveAt, departFrom, ownCustomHost } from "./cross-domain.server.ts";
import { type Errand, forgettingGoogle, fromGoogle } from "./google.server.ts";
import { signInWithGoogle } from "./google-sign-in.server.ts";
import { isMainHost } from "./hosts.server.ts";
import { returnPathOf } from "./return-path.ts";
import { visitor } from "./session.server.ts";

type Context = Readonly<RouterContextProvider>;

export type CallbackFailure = {
  /** Who could not be asked, or whose answer did not hold. */
  of: "google" | "sign-in";
  reason: "denied" | "refused" | "unverified" | "unreachable";
  /** Where one tries it again. */
  again: string;
};
type Outcome = { response: Response } | { failure: CallbackFailure; cookies: string[] };

/** To an address without secrets, which nobody is told where it came from (R10). */
const onward = (path: string, cookies: string[]): { response: Response } => {
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  headers.set("referrer-policy", "no-referrer");
  return { response: redirect(path, { status: 303, headers }) };
};

/** An address with what the person came for. */
function withErrand(path: string, errand: Errand | null): string {
  const kept = Object.entries(errand ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

async function fromGooglesPage(request: Request, context: Context): Promise<Outcome> {
  const now = Date.now();
  const answer = await fromGoogle(request, context, now);
  const forgetting = forgettingGoogle(request);
  if (!answer.ok) {
    const again = withErrand("/auth/google", answer.errand);
    return { failure: { of: "google", reason: answer.reason, again }, cookies: [forgetting] };
  }
  const { errand } = answer;
  const { step, cookies } = await signInWithGoogle(request, context, answer.identity, now);
  // The sign-in screen asks for the second factor, crosses over to `ref`, or takes up the invitation.
  const staysHere = step === "in" && errand.ref === null && errand.token === null;
  const path = staysHere ? returnPathOf(errand.returnPath) : withErrand("/auth", errand);
  return onward(path, [...cookies, forgetting]);
}

async function onTenantsHost(request: Request, context: Context, host: string): Promise<Outcome> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  const refused: Outcome = {
    failure: { of: "sign-in", reason: "refused", again: "/auth/callback" },
    cookies: [],
  };
  if (token !== null) {
    const arrived = await arriveAt(request, context, host, token, Date.now());
    return arrived ? onward(arrived.returnPath, arrived.cookies) : refused;
  }
  // Google's callback is the main host's.
  if (isGoogles(searchParams)) return refused;
  const away = await departFrom(request, context, host, "/auth", Date.now());
  return onward(away.url, [away.cookie]);
}

const isGoogles = (searchParams: URLSearchParams): boolean =>
  ["code", "state", "error"].some((name) => searchParams.has(name));

/** Answers /auth/callback: the way on, or what failed. */
export async function answerCallback(request: Request, context: Context): Promise<Outcome> {
  const { searchParams } = new URL(request.url);
  const isComingBack = searchParams.has("token") || isGoogles(searchParams);
  const who = await visitor(request, context);
  if (!isComingBack && who.kind === "full") return onward(returnPathOf(searchParams.get("returnPath")), []);
  const host = isMainHost(request, context) ? null : await ownCustomHost(request, context);
  if (host !== null) return onTenantsHost(request, context, host);
  if (isGoogles(searchParams)) return fromGooglesPage(request, context);
  return { failure: { of: "sign-in", reason: "refused", again: "/auth" }, cookies: [] };
}
