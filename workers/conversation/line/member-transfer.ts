/** The transfers that a member ordered: no brain began them, and all know what to do when no one answers. */

const prefix = "member-";

/** The id of such a transfer's action. */
export const memberTransfer = (turn: number): string => `${prefix}${turn}`;

export const isMemberTransfer = (id: string): boolean => id.startsWith(prefix);
