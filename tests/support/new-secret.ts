/** Deployments in which APP_SECRET was changed. */
import { env } from "cloudflare:workers";
import { settings } from "#app/platform/env.server.ts";

export const formerSecret = settings(env).APP_SECRET;
export const newSecret = "the-next-secret-of-at-least-thirty-two-characters";

/** The deployment right after the change. */
export const changing = () => ({ ...env, APP_SECRET: newSecret, APP_SECRET_PREVIOUS: formerSecret });
/** The deployment once the former secret was taken away. */
export const changed = () => ({ ...env, APP_SECRET: newSecret });
