/** Asks public DNS whether a name leads to the public network, before a request is sent to an address that people chose (R43). */
import { z } from "zod";
import { second_ms } from "./durations.ts";
import { outbound } from "./outbound.server.ts";
import { isPublicIp } from "./public-address.ts";

const patience_ms = 3 * second_ms;

const answerShape = z.object({
  Answer: z
    .array(z.object({ type: z.number(), data: z.string() }))
    .max(200)
    .default([]),
});
const recordTypes = { A: 1, AAAA: 28 } as const;

async function addressesOf(host: string, type: keyof typeof recordTypes): Promise<string[]> {
  const address = new URL("https://cloudflare-dns.com/dns-query");
  address.search = new URLSearchParams({ name: host, type }).toString();
  const response = await outbound(
    address,
    { method: "GET", headers: { accept: "application/dns-json" } },
    patience_ms,
  );
  const { Answer } = answerShape.parse(await response.json());
  return Answer.filter((one) => one.type === recordTypes[type]).map(({ data }) => data);
}

/**
 * Why a name is not asked: it has no address, or one inside a network; null: it may be.
 * @throws what asking DNS throws: a name that could not be looked up is not asked
 */
export async function nameRefusal(host: string): Promise<"unreachable" | "private_address" | null> {
  const found = (await Promise.all([addressesOf(host, "A"), addressesOf(host, "AAAA")])).flat();
  if (found.length === 0) return "unreachable";
  return found.every(isPublicIp) ? null : "private_address";
}
