/** The name and region of a newcomer's organization, guessed from the sign-up; all but the region can be changed later. */

/** Mail providers whose domain says nothing about a person's company. */
const providers = new Set(
  "aol,fastmail,gmail,gmx,googlemail,hey,hotmail,icloud,live,mac,mail,me,msn,outlook,pm,posteo,proton,protonmail,t-online,tutanota,web,yahoo,yandex,ymail,zoho".split(
    ",",
  ),
);

const capitalized = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
const wordsOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(capitalized)
    .join(" ");

/** The label that a company chose: "brightsmile" of mail.brightsmile.co.uk. */
function ownLabel(domain: string): string {
  const labels = domain.split(".");
  const isTwoPartEnding = labels.length > 2 && /^(?:ac|co|com|edu|gov|net|or|org)$/.test(labels.at(-2) ?? "");
  return labels.at(isTwoPartEnding ? -3 : -2) ?? domain;
}

/** "Brightsmile" for mara@brightsmile.test; "Mara Lind's organization" for mara.lind@gmail.com. At most 80 characters. */
export function organizationNameFor(email: string): string {
  const at = email.lastIndexOf("@");
  const label = ownLabel(email.slice(at + 1).toLowerCase());
  const person = wordsOf(email.slice(0, at).replace(/\+.*$/s, ""));
  const name = providers.has(label) ? person && `${person.slice(0, 60)}'s organization` : wordsOf(label);
  return (name || "My organization").slice(0, 80);
}

/** An IANA time zone that this runtime knows, by its own spelling; null for anything else. */
export function timeZoneOf(asked: unknown): string | null {
  if (typeof asked !== "string" || asked.length > 64 || !/^[A-Za-z]/.test(asked)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: asked }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export type Whereabouts = {
  /** Two letters, as Cloudflare gives them: AF, AN, AS, EU, NA, OC, SA. */
  continent?: string | undefined;
  /** ISO 3166. */
  country?: string | undefined;
  /** Degrees, east is positive. */
  longitude?: number | undefined;
  /** IANA name. */
  timezone?: string | undefined;
};

const middleEast = new Set([
  "AE",
  "BH",
  "IL",
  "IQ",
  "IR",
  "JO",
  "KW",
  "LB",
  "OM",
  "PS",
  "QA",
  "SA",
  "SY",
  "TR",
  "YE",
]);

/** The location hint for an organization's object; null when nothing is known, and the object lives near its first user. */
export function regionFor({ continent, country, longitude = 0 }: Whereabouts): string | null {
  if (country && middleEast.has(country)) return "me";
  switch (continent) {
    case "NA":
      return longitude < -100 ? "wnam" : "enam";
    case "EU":
      return longitude > 15 ? "eeur" : "weur";
    case "SA":
      return "sam";
    case "AS":
      return "apac";
    case "OC":
      return "oc";
    case "AF":
      return "afr";
    default:
      return null;
  }
}
