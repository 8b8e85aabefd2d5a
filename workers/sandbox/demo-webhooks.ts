/** An endpoint of the demo's clinic: what its past tells is delivered there as soon as its timers go, and the receiver fails twice at first. */
import type { Store } from "#app/platform/organization-door.ts";
import { seal } from "#app/platform/sealing.ts";
import { newSecret, secretFor } from "#app/webhooks/signature.ts";
import { localSettings } from "./local-bindings.ts";
import { receiver, webPage } from "./web-pages.ts";
import type { WorldDoor } from "./world-door.ts";

const endpointId = "0198f2a4-0000-7000-8000-0000000000e1";
const path = "/practice-software";

export async function seedWebhooks(
  { store, world }: { store: Store; world: WorldDoor },
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
  now: number,
): Promise<void> {
  const page = { host: receiver.host, path, keeps: true, fails: 2, type: "text/plain", body: "OK" };
  await world.setWebPage(webPage.parse(page));
  const secret = secretFor(organizationId, endpointId);
  const endpoint = {
    id: endpointId,
    name: "Practice software",
    url: `https://${receiver.host}${path}`,
    events: [
      "booking.made",
      "booking.moved",
      "booking.canceled",
      "lead.saved",
      "message.left",
      "campaign.ended",
    ],
    sealed: await seal(localSettings("").APP_SECRET, secret, newSecret()),
    created_by: createdBy,
  };
  await store.webhooks.add(endpoint, 1, now);
}
