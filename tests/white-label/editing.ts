/** The editor of a brand as a browser without scripts uses it, and what stands behind it. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageForm } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import type { Bytes } from "./image-fixtures.ts";

type Branding = Partial<typeof control.organizationBranding.$inferInsert>;
type Wanted = Parameters<typeof memberOf>[0];

type Place = {
  /** Signed in on the main host, instead of the organization's own. */
  onMain?: true;
};

/** An owner whose organization has a host of its own. */
export async function ownerWithHost(brand: Branding = {}, { onMain, ...wanted }: Wanted & Place = {}) {
  const host = `brand-${newId()}.test`;
  const owner = await memberOf(onMain ? wanted : { host, ...wanted });
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, custom_domain: host, updated_at: Date.now(), ...brand });
  const at = (path: string) => `https://${host}${path}`;
  return { owner, host, at };
}

/** A visitor's first page of a host. */
export const seenAt = async (host: string, path = "/auth") =>
  (await anonymous().get(`https://${host}${path}`)).text();

/** The form as the page draws it. */
export async function drawnFor(person: Person, path = "/white-label") {
  const html = await (await person.get(path)).text();
  return (await pageForm(html, "brand")).values;
}

export type Typed = Readonly<Record<string, string | null>>;

/** Posts a form with some fields typed anew; null: left out, as an unticked box is. */
export function post(person: Person, form: URLSearchParams, typed: Typed = {}, path = "/white-label") {
  const values = new URLSearchParams(form);
  values.set("intent", "save");
  for (const [name, value] of Object.entries(typed)) {
    values.delete(name);
    if (value !== null) values.set(name, value);
  }
  return person.post(path, values, { origin: new URL(path, "https://app.test").origin });
}

export const save = async (person: Person, typed: Typed, path = "/white-label") =>
  post(person, await drawnFor(person, path), typed, path);

/** Presses the button of a version, or the one that resets. */
export const goBack = async (
  person: Person,
  intent: "reset" | "restore",
  version: number,
  restored?: number,
) =>
  person.post("/white-label", {
    intent,
    version: String(version),
    ...(restored !== undefined && { restored: String(restored) }),
  });

export const brandOf = ({ organizationId }: { organizationId: string }) =>
  controlPlane()
    .select()
    .from(control.organizationBranding)
    .where(eq(control.organizationBranding.organization_id, organizationId))
    .get();

export const versionsOf = ({ organizationId }: { organizationId: string }) =>
  controlPlane()
    .select()
    .from(control.brandVersions)
    .where(eq(control.brandVersions.organization_id, organizationId))
    .orderBy(asc(control.brandVersions.version));

const actions = ["brand.saved", "brand.reset", "brand.restored", "brand.image_uploaded"];
export const notedOf = ({ organizationId }: { organizationId: string }) =>
  controlPlane()
    .select({ action: control.auditEvents.action, changes: control.auditEvents.changes })
    .from(control.auditEvents)
    .where(
      and(
        eq(control.auditEvents.organization_id, organizationId),
        inArray(control.auditEvents.action, actions),
      ),
    )
    .orderBy(asc(control.auditEvents.id));

/** Uploads a file for a field under some name and declared type. */
export function upload(
  person: Person,
  bytes: Bytes | string,
  { field = "logo_url", name = "logo.png", type = "image/png", page = false } = {},
) {
  const form = new FormData();
  form.set("field", field);
  form.set("file", new File([bytes], name, { type }));
  if (page) form.set("page", "1");
  // Pages that run scripts name their organization in a header, and the form is read once.
  const headers: Record<string, string> = page ? {} : { "x-organization": person.organizationId };
  return person.post("/white-label/images", form, headers);
}

/** Uploads an image; the address that the answer names. */
export async function uploaded(person: Person, bytes: Bytes, field = "logo_url"): Promise<string> {
  const answer = await upload(person, bytes, { field, page: true });
  const to = new URL(answer.headers.get("location") ?? "", "https://app.test");
  const path = to.searchParams.get(field);
  if (answer.status !== 302 || path === null) throw new Error(`${answer.status}: ${await answer.text()}`);
  return path;
}
