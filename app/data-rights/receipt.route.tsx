/** /receipts/:receiptId: the proof that a person or an organization was deleted, for everyone who has its address. */
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/receipt.route";
import { answerReceipt, receiptPage } from "./receipt-page.server.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Receipt", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ context, params }: Route.LoaderArgs) => receiptPage(context, params.receiptId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerReceipt(request, context, params.receiptId);

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, id, isDeletion, isGenuine, organization, facts, deleted, kept, elsewhere } = loaderData;
  return (
    <WordsFrame
      brand={markOf(brand)}
      title={isDeletion ? "Receipt: organization deleted" : "Receipt: person erased"}
      sentence={organization ?? undefined}
      footer={footOf(brand)}
    >
      <p role="status">
        {isGenuine
          ? "This receipt is genuine: its signature matches its text."
          : "This receipt isn't genuine: its signature doesn't match its text."}
      </p>
      <table>
        <tbody>
          {facts.map(({ word, value }) => (
            <tr key={word}>
              <th scope="row">{word}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {deleted.length > 0 && (
        <>
          <h2>What was deleted</h2>
          <List lines={deleted} />
        </>
      )}
      <h2>What is kept, and why</h2>
      <List lines={kept} />
      <h2>What this doesn't cover</h2>
      <p>{elsewhere}</p>
      {!isDeletion && (
        <>
          <h2>Check whom it's about</h2>
          <p>The receipt doesn't contain the number or address. You can check whether it's about one.</p>
          <form method="post">
            <p>
              <label htmlFor="who">Phone number or email</label>
              <br />
              <input
                id="who"
                name="who"
                className="control"
                required
                maxLength={254}
                defaultValue={actionData?.typed}
              />
            </p>
            <p>
              <Button type="submit">Check</Button>
            </p>
            {actionData && <p role="alert">{actionData.words}</p>}
          </form>
        </>
      )}
      <h2>Keep a copy</h2>
      <p>
        <a href={`/receipts/${id}/file`}>Download the receipt</a> with its signature. It can be checked
        without us: Ed25519 over the text above the line with two dashes, with the public key in it.
      </p>
    </WordsFrame>
  );
}

const List = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
