/** Webhooks as pages, the queue and subscribers use them. */
export { begin, lease, replay, replayFailed, report, tell, test } from "./deliveries.store.ts";
export { counts, deliveries, delivery } from "./delivery-log.store.ts";
export {
  add,
  change,
  disabled,
  enable,
  find,
  list,
  remove,
  reseal,
  rotate,
  sealedBefore,
} from "./endpoints.store.ts";
