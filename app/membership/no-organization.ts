/** What is said to somebody who is signed in and belongs to no organization. */
export const noOrganization =
  "You belong to no organization now. Ask its owner to invite you again, or create one of your own.";
