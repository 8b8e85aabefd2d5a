/** The ledger as a file: a JSON text for each row, and a last line with their number and the last hash, which `npm run ledger -- verify` reads. */
import type { Member } from "#app/membership/membership.server.ts";
import { beginning } from "./ledger-chain.ts";

const atOnce = 500;

/** Everything that the organization's campaigns asked and did, read as the browser takes it. */
export async function ledgerFile(member: Member): Promise<Response> {
  const { ledger } = member.store;
  const encoder = new TextEncoder();
  let sequence = 0;
  let hash = beginning;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await ledger.page(sequence, atOnce);
      let lines = "";
      for (const row of rows) {
        ({ sequence, hash } = row);
        lines += `${JSON.stringify(row)}\n`;
      }
      const isOver = rows.length < atOnce;
      if (isOver) lines += `${JSON.stringify({ end: true, rows: sequence, hash })}\n`;
      controller.enqueue(encoder.encode(lines));
      if (isOver) controller.close();
    },
  });
  await member.record("campaign.ledger_exported", member.organization.id);
  return new Response(body, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="campaign-ledger.ndjson"',
    },
  });
}
