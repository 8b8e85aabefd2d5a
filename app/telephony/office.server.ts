/** The context that a member's request needs to change numbers. */
import type { RouterContextProvider } from "react-router";
import type { Member } from "#app/membership/membership.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import type { Office } from "./numbers.server.ts";

export const officeOf = (context: Readonly<RouterContextProvider>, { id, store }: Member): Office => ({
  organization_id: id,
  store,
  db: context.get(database),
  settings: settings(context.get(cloudflare).env),
});
