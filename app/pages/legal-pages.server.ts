/** What a legal page shows: the text of its host's organization or the standard one, in its present version or an earlier one. */
import { sql } from "drizzle-orm";
import { legalKey, legalTexts, type OwnText, ownText } from "#app/branding/legal-texts.server.ts";
import {
  brandOf,
  ownLegalPages,
  referredHostOf,
  tenantHostOf,
  tenantOrganization,
  wornOrganization,
} from "#app/branding/tenant.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { readKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import {
  dayInFull,
  type LegalPage,
  type LegalVersion,
  standardVersions,
  versionIn,
} from "./legal-choices.ts";

/** A document as it is drawn. */
export type LegalDocument = {
  readonly page: LegalPage;
  /** An organization's own text; null: the standard one. */
  readonly text: string | null;
  /** As accounts keep it, without the author. */
  readonly version: string;
  /** Since when it holds: "November 1, 2026". */
  readonly since: string;
  readonly isCurrent: boolean;
  /** The versions before the present one, the newest first. */
  readonly earlier: readonly { readonly version: string; readonly label: string }[];
};

/** As many earlier versions are linked; older ones keep their addresses. */
const linkedVersions = 12;

const standard = (page: LegalPage, version: string): LegalDocument => ({
  page,
  text: null,
  version,
  since: dayInFull(version),
  isCurrent: version === standardVersions[page][0],
  earlier: standardVersions[page].slice(1).map((one) => ({ version: one, label: dayInFull(one) })),
});

const own = (page: LegalPage, text: OwnText, current: number): LegalDocument => ({
  page,
  text: text.body,
  version: String(text.version),
  since: dayInFull(new Date(text.at).toISOString()),
  isCurrent: text.version === current,
  earlier: Array.from({ length: Math.min(linkedVersions, current - 1) }, (_, before) => {
    const version = String(current - 1 - before);
    return { version, label: `Version ${version}` };
  }),
});

/** What a legal page shows: its brand, its document, and what its links keep. An unknown `version` in the address is 404. */
export async function legalPageOf(context: Context, url: URL, page: LegalPage) {
  const ref = referredHostOf(context);
  const query = ref === null ? "" : `?${new URLSearchParams({ ref })}`;
  return { brand: brandOf(context), query, document: await documentOf(context, url, page) };
}

async function documentOf(context: Context, url: URL, page: LegalPage): Promise<LegalDocument> {
  const text = await ownTextOf(context, page);
  const asked = url.searchParams.get("version");
  if (asked === null)
    return text === null ? standard(page, standardVersions[page][0]) : own(page, text, text.version);
  const version = versionIn(asked);
  if (version?.kind === "standard" && standardVersions[page].some((one) => one === version.day)) {
    const document = standard(page, version.day);
    return { ...document, isCurrent: document.isCurrent && text === null };
  }
  const earlier = version?.kind === "own" ? await earlierTextOf(context, page, version) : null;
  if (earlier === null) throw faultResponse("not_found");
  return own(page, earlier, text?.author === earlier.author ? text.version : 0);
}

/** The organization whose documents are shown: that of the host, on the main host that of the visitor's active one. */
const organizationHere = (context: Context): string | null =>
  tenantHostOf(context) === null ? wornOrganization(context) : tenantOrganization(context);

/**
 * The text that stands in place of the product's own: that of the host's organization, on the main host that of the
 * visitor's active one, or their agency's; null: neither has one, or no database says which.
 */
async function ownTextOf(context: Context, page: LegalPage): Promise<OwnText | null> {
  const host = tenantHostOf(context);
  const isOwn = host !== null && ownLegalPages(context).includes(page);
  const id = isOwn ? tenantOrganization(context) : wornOrganization(context);
  if (id === null) return null;
  const { timing } = context.get(requestFacts);
  const kept = isOwn ? await readKv(context.get(cloudflare).env.HOSTS, legalKey(host, page), timing) : null;
  const known = ownText.safeParse(kept);
  if (known.success) return known.data;
  try {
    return (await legalTexts(context.get(database), id)).get(page) ?? null;
  } catch (error) {
    // A page of words is shown whatever fails: the standard text stands.
    log("error", "legal_text_not_read", { page, message: innermostMessage(error) });
    return null;
  }
}

type OwnVersion = Extract<LegalVersion, { kind: "own" }>;

/** A text of the organization here, or of its agency, that was replaced; null: there is none of that number. */
async function earlierTextOf(context: Context, page: LegalPage, { author, number }: OwnVersion) {
  const id = organizationHere(context);
  if (id === null) return null;
  const row = await platform(context.get(database)).get<unknown>(sql`
    select v.body, v.version, v.created_at as at, v.organization_id as author from legal_versions v
    join organizations o on o.id = ${id}
    where v.organization_id in (o.id, o.parent_organization_id) and v.organization_id = coalesce(${author}, v.organization_id)
      and v.page = ${page} and v.version = ${number}
    order by v.organization_id = o.id desc limit 1`);
  return ownText.nullish().parse(row) ?? null;
}

/**
 * What a newcomer agrees to: the versions that /terms and /privacy show where they sign up, read in the batch that writes
 * their account.
 */
export function agreedVersions(context: Context) {
  const id = tenantHostOf(context) === null ? null : tenantOrganization(context);
  const version = (page: "terms" | "privacy") =>
    id === null
      ? standardVersions[page][0]
      : sql<string>`coalesce((select l.organization_id || '.' || l.version from legal_pages l
          join organizations o on o.id = ${id}
          where l.page = ${page} and l.organization_id in (o.id, o.parent_organization_id) order by l.organization_id = o.id desc limit 1), ${standardVersions[page][0]})`;
  return { terms_version: version("terms"), privacy_version: version("privacy") };
}
