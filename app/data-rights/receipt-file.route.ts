/** GET /receipts/:receiptId/file: a receipt as a file that can be checked without this system. */
import type { Route } from "./+types/receipt-file.route";
import { receiptDownload } from "./receipt-page.server.ts";

export const loader = ({ context, params }: Route.LoaderArgs) => receiptDownload(context, params.receiptId);
