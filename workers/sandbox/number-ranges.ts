/**
 * The ranges of numbers that the carrier sells outside the United States. Each is kept for fiction by its authority:
 * 555-01xx of North America, Ofcom's numbers for drama (its mobile ones are unknown to libphonenumber, whose example stands here), the Bundesnetzagentur's "Drama Numbers", and the ACMA's numbers
 * for creative works.
 */
export const numberKinds = ["Local", "TollFree", "Mobile", "National"] as const;
export type NumberKind = (typeof numberKinds)[number];

export type NumberRange = {
  country: string;
  kind: NumberKind;
  /** E.164 without the running digits at the end. */
  prefix: string;
  /** How many digits follow the prefix. */
  digits: number;
  /** Only some of the range: the ends that exist. */
  ends?: readonly string[];
  locality: string | null;
  region: string | null;
};

type Row = readonly [prefix: string, digits: number, locality: string | null, region: string | null];

const local = (country: string, rows: readonly Row[]): NumberRange[] => of(country, "Local", rows);

function of(country: string, kind: NumberKind, rows: readonly Row[]): NumberRange[] {
  return rows.map(([prefix, digits, locality, region]) => ({
    country,
    kind,
    prefix,
    digits,
    locality,
    region,
  }));
}

const canadian: readonly (readonly [code: string, locality: string, region: string])[] = [
  ["416", "Toronto", "ON"],
  ["613", "Ottawa", "ON"],
  ["514", "Montreal", "QC"],
  ["418", "Quebec City", "QC"],
  ["604", "Vancouver", "BC"],
  ["250", "Victoria", "BC"],
  ["403", "Calgary", "AB"],
  ["780", "Edmonton", "AB"],
  ["204", "Winnipeg", "MB"],
  ["306", "Regina", "SK"],
  ["902", "Halifax", "NS"],
];

export const ranges: readonly NumberRange[] = [
  ...local(
    "CA",
    canadian.map(([code, locality, region]): Row => [`+1${code}55501`, 2, locality, region]),
  ),
  ...local("GB", [
    ["+4420794600", 2, "London", null],
    ["+4420794601", 2, "London", null],
    ["+4412149602", 2, "Birmingham", null],
    ["+4416149603", 2, "Manchester", null],
    ["+4411349604", 2, "Leeds", null],
    ["+4411749605", 2, "Bristol", null],
    ["+4413149606", 2, "Edinburgh", null],
    ["+4414149607", 2, "Glasgow", null],
    ["+4415149608", 2, "Liverpool", null],
    ["+4429201805", 2, "Cardiff", null],
  ]),
  ...of("GB", "Mobile", [["+447400123", 3, null, null]]),
  ...of("GB", "National", [["+443069990", 3, null, null]]),
  ...of("GB", "TollFree", [["+448081570", 3, null, null]]),
  ...local("DE", [
    ["+493023125", 3, "Berlin", null],
    ["+494066969", 3, "Hamburg", null],
    ["+496990009", 3, "Frankfurt am Main", null],
    ["+492214710", 3, "Köln", null],
    ["+498999998", 3, "München", null],
  ]),
  ...of("DE", "Mobile", [["+491713920", 3, null, null]]),
  ...local("AU", [
    ["+6125550", 4, "Sydney", "NSW"],
    ["+6127010", 4, "Canberra", "ACT"],
    ["+6135550", 4, "Melbourne", "VIC"],
    ["+6137010", 4, "Hobart", "TAS"],
    ["+6175550", 4, "Brisbane", "QLD"],
    ["+6185550", 4, "Perth", "WA"],
    ["+6187010", 4, "Adelaide", "SA"],
  ]),
  {
    ...{ country: "AU", kind: "Mobile", prefix: "+61491", digits: 6, locality: null, region: null },
    ends: [
      "570006",
      "570156",
      "570157",
      "570158",
      "570159",
      "570110",
      "570313",
      "570737",
      "571266",
      "571491",
    ],
  },
  {
    ...{ country: "AU", kind: "TollFree", prefix: "+611800", digits: 6, locality: null, region: null },
    ends: ["160401", "975707", "975708", "975709", "975710", "975711"],
  },
];
