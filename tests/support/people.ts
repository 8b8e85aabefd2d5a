/**
 * People for tests: browsers without a session, and members of organizations of their own, all through the real front
 * door.
 * `memberOf({ role })` writes the rows of a signed-in person (fast: no password is hashed) in a new organization;
 * `memberOf({ role, organizationId })` adds a colleague. `anonymous()` is a new browser; `newAddress()` and
 * `goodPassword` are what it signs up with. Every client keeps its cookies as a browser does, and follows no
 * redirect.
 */
import { env, exports } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { newSession } from "#app/accounts/session.server.ts";
import type { Role } from "#app/membership/permissions.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import * as control from "#drizzle/control/schema.ts";

/** The host that tests speak to; the cookies and headers are those of production. */
export const origin = "https://app.test";

/** The control plane, for arranging and for looking at what was written. */
export const controlPlane = () => drizzle(env.DB, { schema: control });

/** Passes every rule. */
export const goodPassword = "Violet-harbor-27";

/** An address without an account. */
export const newAddress = (): string => `${newId()}@people.test`;

type Values = Record<string, string | readonly string[] | Blob>;
export type Form = Values | URLSearchParams | FormData;

export type Client = {
  /** The `Cookie` header that the next request carries. */
  readonly cookie: string;
  /** Any request; `path` is absolute on the host, cookies are added and kept. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Submits a form as a page of the same origin does; a member's names the organization unless the form does. */
  post(path: string, form?: Form, headers?: Record<string, string>): Promise<Response>;
  /** One cookie's value as the browser holds it, by the name it has on https without `__Host-`. */
  cookieValue(name: string): string | undefined;
};

export type Person = Client & {
  readonly userId: string;
  readonly email: string;
  readonly organizationId: string;
  readonly role: Role;
  /** The organization's stores, asked directly. */
  readonly store: Store;
};

function bodyOf(form: Form, organizationId: string | undefined): URLSearchParams | FormData {
  if (form instanceof URLSearchParams || form instanceof FormData) {
    if (organizationId && !form.has("organization_id")) form.set("organization_id", organizationId);
    return form;
  }
  const values = Object.entries(form);
  const body = values.some(([, value]) => value instanceof Blob) ? new FormData() : new URLSearchParams();
  if (organizationId && !("organization_id" in form)) body.append("organization_id", organizationId);
  for (const [name, value] of values) {
    if (value instanceof Blob) {
      if (body instanceof FormData) body.append(name, value);
    } else for (const one of typeof value === "string" ? [value] : value) body.append(name, one);
  }
  return body;
}

type Network = {
  ip?: string | undefined;
  /** Another deployment than the tests' own. */
  door?: (request: Request) => Promise<Response>;
};

const ownDoor = (request: Request): Promise<Response> => exports.default.fetch(request);

function browser(
  cookies: Map<string, string>,
  { ip, door = ownDoor }: Network,
  organizationId?: string,
): Client {
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      if (attributes.includes("Max-Age=0")) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has("cookie")) headers.set("cookie", cookie());
    if (ip !== undefined) headers.set("cf-connecting-ip", ip);
    return keep(await door(new Request(new URL(path, origin), { redirect: "manual", ...init, headers })));
  };
  return {
    get cookie() {
      return cookie();
    },
    fetch: send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, form = {}, headers = {}) =>
      send(path, {
        method: "POST",
        body: bodyOf(form, organizationId),
        headers: { origin: new URL(path, origin).origin, "sec-fetch-site": "same-origin", ...headers },
      }),
    cookieValue: (name) => cookies.get(`__Host-${name}`),
  };
}

/** A browser without cookies, or with the one that is given as `name=value`, in the network of `ip` if one is given (none in local mode). */
export function anonymous({ cookie, ...network }: Network & { cookie?: string } = {}): Client {
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  return browser(new Map(name ? [[name, value]] : []), network);
}

type Wanted = Network & {
  role?: Role;
  /** Joins this organization instead of founding one. */
  organizationId?: string;
  email?: string;
  /** Founds the organization with these values, such as `time_zone`. */
  organization?: Partial<typeof control.organizations.$inferInsert>;
  /** Signed in on this tenant's host instead of the main one. */
  host?: string;
  /** Signed in with a passkey, because the platform's own pages want a second factor. */
  isPlatformAdmin?: boolean;
};

/** A signed-in, verified person. Each call makes a person of their own, and an organization unless one is named. */
export async function memberOf(wanted: Wanted = {}): Promise<Person> {
  const now = Date.now();
  const db = controlPlane();
  const userId = newId();
  const organizationId = wanted.organizationId ?? newId();
  const role = wanted.role ?? "owner";
  const email = wanted.email ?? `${userId}@people.test`;
  const host = wanted.host ?? null;
  const { row, cookies } = await newSession(new Request(origin), userId, "full", now, { host });
  await db.batch([
    db.insert(control.users).values({
      id: userId,
      email,
      email_folded: email.toLowerCase(),
      email_confirmed_at: now,
      created_at: now,
      updated_at: now,
    }),
    db
      .insert(control.organizations)
      .values({
        id: organizationId,
        name: "Bright Smile",
        created_by: userId,
        created_at: now,
        updated_at: now,
        ...wanted.organization,
      })
      .onConflictDoNothing(),
    db
      .insert(control.organizationMembers)
      .values({ organization_id: organizationId, user_id: userId, role, created_at: now, last_seen_at: now }),
    db.insert(control.profiles).values({ id: userId, organization_id: organizationId, updated_at: now }),
    db.insert(control.sessions).values(wanted.isPlatformAdmin ? { ...row, factor: "passkey" } : row),
    ...(wanted.isPlatformAdmin
      ? [db.insert(control.userRoles).values({ user_id: userId, role: "admin", created_at: now })]
      : []),
  ]);
  const jar = new Map<string, string>();
  for (const line of cookies) {
    const [name = "", value = ""] = (line.split("; ")[0] ?? "").split("=");
    if (value) jar.set(name, value);
  }
  return Object.assign(browser(jar, wanted, organizationId), {
    userId,
    email,
    organizationId,
    role,
    store: storeOf(organizationObject({ id: organizationId, region: null }, env)),
  });
}
