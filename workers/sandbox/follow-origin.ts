/** The local server listens at another port: the addresses at the carrier follow it. */
import type { CarrierStore } from "./carrier-store.ts";

/** An address of another port of localhost at `origin`; any other stays as it is. */
export const followed = (url: string, origin: string): string =>
  url.replace(/^http:\/\/localhost(:\d+)?(?=\/|$)/, origin);

/** Webhook addresses at another port of localhost are changed to `origin`, as an operator would. */
export function followTo(store: CarrierStore, origin: string): void {
  const here = (url: string): string => followed(url, origin);
  for (const { id, voice_url, voice_fallback_url, status_callback } of store.held.applications())
    store.held.configureApplication({
      id,
      voice_url: here(voice_url),
      voice_fallback_url: here(voice_fallback_url),
      status_callback: here(status_callback),
    });
  for (const { sid, voice_url, voice_fallback_url, status_callback } of store.numbers()) {
    if (here(voice_url) === voice_url && here(status_callback) === status_callback) continue;
    store.configure(sid, {
      voice_url: here(voice_url),
      voice_fallback_url: here(voice_fallback_url),
      status_callback: here(status_callback),
    });
  }
}
