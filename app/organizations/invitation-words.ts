/** What is said of invitations on both sides of the wire (docs/product.md, "Error texts"); nothing else, because browsers load it. */

export const failedToJoin = "Failed to join organization. Please try again.";

/** The parameter of an address that pages the invitations that wait, beside the `cursor` of the members. */
export const waitingCursor = "waiting";
