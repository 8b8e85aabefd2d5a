/** /help/:slug: one article of the help pages. */
import { pageTitle } from "#app/branding/page-title.ts";
import type { Route } from "./+types/article.route";
import { ArticleBody } from "./article-body.tsx";
import { articlePage } from "./help.server.ts";
import { HelpFrame } from "./help-frame.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.title ?? "Help", matches);
export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  articlePage(request, context, params.slug);

export default function ArticlePage({
  loaderData: { brand, title, summary, topic, blocks, others },
}: Route.ComponentProps) {
  return (
    <HelpFrame brand={brand} title={title} sentence={summary}>
      <ArticleBody blocks={blocks} />
      {others.length > 0 && (
        <nav aria-label={`More about: ${topic}`} className="mt-4 border-t pt-5">
          <h2 className="mt-0!">{topic}</h2>
          <ul className="mt-1.5 list-none! pl-0!">
            {others.map((other) => (
              <li key={other.slug}>
                <a href={`/help/${other.slug}`} className="no-underline! hover:underline!">
                  {other.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </HelpFrame>
  );
}
