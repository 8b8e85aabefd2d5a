/** What Stripe still wants to know of an agency's business, in words. Stripe names each by the field that it is missing in (https://docs.stripe.com/connect/required-verification-information). */

/** By the end of the field's name: the longest that fits counts. */
const known: readonly (readonly [string, string])[] = [
  ["business_profile.mcc", "the kind of business you run"],
  ["business_profile.url", "your business website"],
  ["business_profile.product_description", "a description of what you sell"],
  ["business_profile.support_phone", "a support phone number"],
  ["business_type", "the legal form of your business"],
  ["external_account", "a bank account for payouts"],
  ["tos_acceptance.date", "your agreement to its terms"],
  ["tos_acceptance.ip", "your agreement to its terms"],
  ["settings.payments.statement_descriptor", "the name on your clients' card statements"],
  ["company.name", "your company's legal name"],
  ["company.tax_id", "your company's tax ID"],
  ["company.phone", "your company's phone number"],
  ["company.owners_provided", "the owners of your company"],
  ["company.directors_provided", "the directors of your company"],
  ["company.verification.document", "a document about your company"],
  ["verification.document", "an ID document"],
  ["verification.additional_document", "a second document, such as proof of address"],
  ["first_name", "a person's first name"],
  ["last_name", "a person's last name"],
  ["email", "a person's email address"],
  ["phone", "a person's phone number"],
  ["dob.day", "a person's date of birth"],
  ["dob.month", "a person's date of birth"],
  ["dob.year", "a person's date of birth"],
  ["id_number", "a person's ID number"],
  ["ssn_last_4", "the last four digits of a person's social security number"],
  ["relationship.title", "a person's job title"],
  ["relationship.owner", "the owners of your company"],
  ["relationship.executive", "an executive of your company"],
];

const ofAddress = /(?:^|\.)address\./;

/** "a bank account for payouts" for `external_account`; an unknown one is shown by its name. */
export function requirementWords(name: string): string {
  if (ofAddress.test(name))
    return name.startsWith("company.") ? "your company's address" : "a person's address";
  const fitting = known.filter(([end]) => name === end || name.endsWith(`.${end}`));
  const [, words] = fitting.toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
  return words ?? `“${name.replaceAll(/[._]/g, " ")}”`;
}
