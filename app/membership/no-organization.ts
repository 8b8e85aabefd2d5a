/** The message for a signed-in person who belongs to no organization. */
export const noOrganization =
  "You no longer belong to an organization. Ask its owner to invite you again, or create your own.";
