/** The help pages: which articles their reader may read, what a search finds, and whom to write to. */
import { visitorOrNobody } from "#app/accounts/late-session.server.ts";
import { type BrandSection, flaggedSections, isHidden } from "#app/branding/hidden-sections.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { brandOf, tenantHostOf } from "#app/branding/tenant.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { type Article, topics } from "./article.ts";
import { articles } from "./articles.ts";
import { indexOf, longestSearch, search } from "./help-search.ts";
import { blocksOf } from "./help-text.ts";

type Reader = {
  /** The sections that the brand, or the agency, hides from them. */
  readonly hidden: readonly BrandSection[];
  readonly mayHaveClients: boolean;
  readonly isPlatformAdmin: boolean;
};

/** Who reads. A visitor of a tenant's host may belong to its clients, so they read nothing of what an agency can hide. */
async function readerOf(request: Request, context: Context): Promise<Reader> {
  const isTenants = tenantHostOf(context) !== null;
  const who = await visitorOrNobody(request, context);
  if (who.kind !== "full")
    return { hidden: isTenants ? flaggedSections : [], mayHaveClients: !isTenants, isPlatformAdmin: false };
  const shown = activeMembership(request, who);
  return {
    hidden: shown?.hidden ?? [],
    mayHaveClients: shown === undefined || shown.agency === null,
    isPlatformAdmin: who.isPlatformAdmin && sessionHostOf(request, context) === null,
  };
}

const mayRead = (
  { hidden, mayHaveClients, isPlatformAdmin }: Reader,
  { audience, pages }: Article,
): boolean => {
  if (audience === "platform" && !isPlatformAdmin) return false;
  if (audience === "agency" && !mayHaveClients) return false;
  return !isHidden(hidden, pages[0] ?? "");
};

/** What a list of articles shows of each. */
const lineOf = ({ slug, title, summary }: Article) => ({ slug, title, summary });

let known: ReturnType<typeof indexOf> | undefined;
/** Made with an isolate's first search. */
const index = () => {
  known ??= indexOf(articles);
  return known;
};

/** /help: every article by topic, or those that a search finds. */
export async function helpPage(request: Request, url: URL, context: Context) {
  const reader = await readerOf(request, context);
  const readable = articles.filter((article) => mayRead(reader, article));
  const typed = (url.searchParams.get("q") ?? "").slice(0, longestSearch).trim();
  const found = typed === "" ? null : search(typed, index()).filter((article) => mayRead(reader, article));
  return {
    brand: brandOf(context),
    typed,
    found: found?.slice(0, mostFound).map(lineOf) ?? null,
    topics: topics
      .map((topic) => ({ topic, articles: readable.filter((one) => one.topic === topic).map(lineOf) }))
      .filter((one) => one.articles.length > 0),
  };
}

const mostFound = 10;

/** /help/:slug: one article, with others of its topic. 404 for one that is not there for this reader. */
export async function articlePage(request: Request, context: Context, slug: string) {
  const reader = await readerOf(request, context);
  const article = articles.find((one) => one.slug === slug);
  if (!article || !mayRead(reader, article)) throw faultResponse("not_found");
  const others = articles.filter(
    (one) => one.topic === article.topic && one !== article && mayRead(reader, one),
  );
  const { title, summary, topic, body } = article;
  return {
    brand: brandOf(context),
    title,
    summary,
    topic,
    blocks: blocksOf(body),
    others: others.map(lineOf),
  };
}
