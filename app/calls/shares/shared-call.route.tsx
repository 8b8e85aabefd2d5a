/** /shared/:secret: one call, for everyone who has its address, until the address expires or is revoked. */
import { pageTitle } from "#app/branding/page-title.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";
import type { Route } from "./+types/shared-call.route";
import { sharedCall } from "./shared-call.server.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => [
  ...(pageTitle("Shared call", matches) ?? []),
  { name: "robots", content: "noindex, nofollow" },
];
/** The address is the key: no cache keeps the page, and no other site is told of it. */
export const headers: Route.HeadersFunction = () => ({
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
});

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  sharedCall(request, context, params.secret);

export default function SharedCallPage({ loaderData }: Route.ComponentProps) {
  const { brand, foot, who, number, sentence, outcome, summary, facts, lines, until } = loaderData;
  // A line keeps its position.
  const placed = lines.map((line, place) => ({ ...line, key: String(place) }));
  return (
    <WordsFrame
      brand={brand}
      title={`Call with ${who}`}
      sentence={number === null ? sentence : `${number} · ${sentence}`}
      footer={foot}
    >
      {summary !== null && <p>{summary}</p>}
      <table>
        <tbody>
          {[["Outcome", outcome] as const, ...facts].map(([word, value]) => (
            <tr key={word}>
              <th scope="row">{word}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Transcript</h2>
      {lines.length === 0 && (
        <p>{loaderData.isForgotten ? "This transcript was deleted." : "Nothing was said on this call."}</p>
      )}
      {placed.map(({ key, at, by, text }) => (
        <p key={key} className="wrap-anywhere whitespace-pre-line">
          <strong>
            {at}
            {by !== null && ` ${by}`}
          </strong>
          {by === null ? ` (${text})` : `: ${text}`}
        </p>
      ))}
      <p>This link can be opened until {until}.</p>
    </WordsFrame>
  );
}
