/** Texts about invitations for both server and browser (docs/product.md, "Error texts"); nothing else, because browsers load it. */

export const failedToJoin = "Failed to join organization. Please try again.";

/** The query parameter that pages the pending invitations, beside the `cursor` of the members. */
export const waitingCursor = "waiting";
