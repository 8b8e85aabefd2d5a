/** /help: articles by topic, and a search that works without scripts. */
import { pageTitle } from "#app/branding/page-title.ts";
import type { Route } from "./+types/help.route";
import { helpPage } from "./help.server.ts";
import { HelpFrame } from "./help-frame.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Help", matches);
export const loader = ({ request, url, context }: Route.LoaderArgs) => helpPage(request, url, context);

export default function Help({ loaderData: { brand, typed, found, topics } }: Route.ComponentProps) {
  if (found !== null)
    return (
      <HelpFrame brand={brand} title="Help" sentence={foundWords(found.length, typed)} typed={typed}>
        {found.length > 0 ? (
          <Articles articles={found} />
        ) : (
          <p>
            Try fewer or simpler words, or <a href="/help">browse all articles</a>.
          </p>
        )}
      </HelpFrame>
    );
  return (
    <HelpFrame brand={brand} title="Help" sentence="Short answers to what you can do here, page by page.">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {topics.map(({ topic, articles }) => (
          <section key={topic}>
            <h2 className="mt-0!">{topic}</h2>
            <ul className="mt-1.5 list-none! pl-0!">
              {articles.map(({ slug, title }) => (
                <li key={slug}>
                  <a href={`/help/${slug}`} className="no-underline! hover:underline!">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </HelpFrame>
  );
}

const foundWords = (count: number, typed: string): string =>
  count === 0
    ? `No articles for “${typed}”.`
    : `${count === 1 ? "1 article" : `${count} articles`} for “${typed}”.`;

type Line = { readonly slug: string; readonly title: string; readonly summary: string };

const Articles = ({ articles }: { readonly articles: readonly Line[] }) => (
  <ol className="list-none! gap-4! pl-0!">
    {articles.map(({ slug, title, summary }) => (
      <li key={slug}>
        <a href={`/help/${slug}`} className="font-semibold">
          {title}
        </a>
        <p>{summary}</p>
      </li>
    ))}
  </ol>
);
