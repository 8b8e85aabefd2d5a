/** Twilio's request signature as the carrier makes it (docs/telephony.md, "Signatures"). The product has its own verifier; the two meet only on the wire. */

/**
 * Signs a request of the carrier.
 * @param url exactly as it was configured: query, port and scheme (`wss://` for a relay socket) included.
 * @param params the form fields of a POST; a repeated field counts once per distinct value.
 * @returns the value of `X-Twilio-Signature`.
 */
export async function sign(authToken: string, url: string, params?: URLSearchParams): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(authToken),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(url + fields(params)));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

function fields(params: URLSearchParams | undefined): string {
  if (!params) return "";
  const names = [...new Set(params.keys())].sort();
  return names
    .flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value))
    .join("");
}
