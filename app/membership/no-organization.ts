/** The message for a signed-in person who belongs to no organization. */
export const noOrganization =
  "You belong to no organization now. Ask its owner to invite you again, or create one of your own.";
