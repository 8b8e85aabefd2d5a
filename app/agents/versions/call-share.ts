/** Which calls a version on trial answers: decided by the call's id alone, so that a repeated question has the same answer. */

/** Shares of the calls, in per cent, that a version on trial may have. */
export const trialShares = [5, 10, 25, 50, 100] as const;

/** A number from 0 to 99 for an id: the 32-bit FNV-1a hash of its characters. */
function placeOf(call_id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < call_id.length; at++)
    hash = Math.imul(hash ^ call_id.charCodeAt(at), 0x01000193) >>> 0;
  return hash % 100;
}

/** Whether the call belongs to the share. A larger share holds every call of a smaller one. */
export const isInShare = (call_id: string, share: number): boolean => placeOf(call_id) < share;
