/** What is said of invitations on both sides of the wire (specification section 8); nothing else, because browsers load it. */

export const failedToJoin = "Failed to join organization. Please try again.";
