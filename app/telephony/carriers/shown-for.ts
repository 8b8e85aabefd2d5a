/** With which classes the fields of each carrier show, in a form where one is chosen. */

/** The chosen carrier's fields, also without scripts. */
export const shownFor: Readonly<Record<string, string>> = {
  twilio: "hidden group-has-[input[value=twilio]:checked]/account:grid",
  telnyx: "hidden group-has-[input[value=telnyx]:checked]/account:grid",
};
