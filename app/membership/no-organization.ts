/** The message for a signed-in person who belongs to no organization. */
export const noOrganization =
  "You don't belong to any organization. Ask an owner to invite you, or create your own.";
