/** Actors for tests, made without a session or a request, and every verb that the rooms export. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import type { BrandSection } from "#app/branding/hidden-sections.ts";
import { actorOf, type Deps } from "#app/membership/actor.server.ts";
import type { Actor, Machine, Person as Member } from "#app/membership/actor.ts";
import type { About } from "#app/membership/verb.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, type Person } from "../support/people.ts";

const rooms = import.meta.glob<Record<string, unknown>>("/app/*/**/*.server.ts", { eager: true });

const sources = import.meta.glob<string>("/app/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The names of all verbs that the sources make, whether their files export them or not. */
export const madeVerbs = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/\bverb: "([^"]+)"/g)].map(([, name = ""]) => name),
);

type AnyVerb = About & ((actor: Actor, input: unknown, deps: unknown) => Promise<unknown>);

const isVerb = (value: unknown): value is AnyVerb =>
  typeof value === "function" && "verb" in value && "permission" in value && "input" in value;

/** Every verb, by its name. */
export const verbs: ReadonlyMap<string, AnyVerb> = new Map(
  Object.values(rooms)
    .flatMap((room) => Object.values(room))
    .filter(isVerb)
    .map((one) => [one.verb, one]),
);

/** What verbs work with, where no page asks. `settled` waits for the work that a page does after its answer. */
export function testDeps() {
  const later: Promise<unknown>[] = [];
  const deps: Deps = {
    db: new Database(env.DB, new Timing()),
    env,
    after: (work) => later.push(work),
  };
  return { deps, settled: () => Promise.all(later) };
}

/** An actor in an organization. */
export async function actorIn(
  organizationId: string,
  by: Member | Machine,
  hidden: readonly BrandSection[] = [],
): Promise<Actor> {
  const row = await controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();
  if (!row) throw new Error(`no organization ${organizationId}`);
  return actorOf({ ...row, hidden: [...hidden] }, by, testDeps().deps);
}

/** A member who acts, without a recent proof of identity. */
export const asMember = ({ userId, email, role }: Person): Member => ({
  kind: "person",
  id: userId,
  name: email,
  role,
  provenAt: null,
  hasFactor: false,
});
