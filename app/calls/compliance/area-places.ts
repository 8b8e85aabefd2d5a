/**
 * Where a number can be: its state or province, and every time zone that its area code reaches. A number keeps its area
 * code when its holder moves, so this is where a number belongs, not where its phone is. Sources: the area codes that
 * the North American Numbering Plan Administrator lists (nanpa.com), and the IANA time zones of their states.
 */
import { isSameZone } from "#app/platform/zoned-time.ts";

const [eastern, central, mountain, pacific] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
] as const;

type Area = { readonly zones: readonly string[]; readonly codes: string };

/** The states of the United States, their territories, and Canada's provinces. A code that reaches two zones stands in `split`. */
const areas: Readonly<Record<string, Area>> = {
  "US-AL": { zones: [central], codes: "205 251 256 334 659 938" },
  "US-AK": { zones: ["America/Anchorage", "America/Adak"], codes: "907" },
  "US-AZ": { zones: ["America/Phoenix", mountain], codes: "480 520 602 623 928" },
  "US-AR": { zones: [central], codes: "327 479 501 870" },
  "US-CA": {
    zones: [pacific],
    codes:
      "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 820 831 837 840 858 909 916 925 949 951",
  },
  "US-CO": { zones: [mountain], codes: "303 719 720 748 970 983" },
  "US-CT": { zones: [eastern], codes: "203 475 860 959" },
  "US-DE": { zones: [eastern], codes: "302" },
  "US-DC": { zones: [eastern], codes: "202 771" },
  "US-FL": {
    zones: [eastern],
    codes: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
  },
  "US-GA": { zones: [eastern], codes: "229 404 470 478 678 706 762 770 912 943" },
  "US-HI": { zones: ["Pacific/Honolulu"], codes: "808" },
  "US-ID": { zones: ["America/Boise", pacific], codes: "208 986" },
  "US-IL": { zones: [central], codes: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872" },
  "US-IN": { zones: [eastern], codes: "219 260 317 463 574 765 812 930" },
  "US-IA": { zones: [central], codes: "319 515 563 641 712" },
  "US-KS": { zones: [central], codes: "316 620 785 913" },
  "US-KY": { zones: [eastern], codes: "270 364 502 606 859" },
  "US-LA": { zones: [central], codes: "225 318 337 457 504 985" },
  "US-ME": { zones: [eastern], codes: "207" },
  "US-MD": { zones: [eastern], codes: "227 240 301 410 443 667" },
  "US-MA": { zones: [eastern], codes: "339 351 413 508 617 774 781 857 978" },
  "US-MI": { zones: [eastern], codes: "231 248 269 313 517 586 616 679 734 810 906 947 989" },
  "US-MN": { zones: [central], codes: "218 320 507 612 651 763 924 952" },
  "US-MS": { zones: [central], codes: "228 471 601 662 769" },
  "US-MO": { zones: [central], codes: "235 314 417 557 573 636 660 816 975" },
  "US-MT": { zones: [mountain], codes: "406" },
  "US-NE": { zones: [central], codes: "308 402 531" },
  "US-NV": { zones: [pacific, mountain], codes: "702 725 775" },
  "US-NH": { zones: [eastern], codes: "603" },
  "US-NJ": { zones: [eastern], codes: "201 551 609 640 732 848 856 862 908 973" },
  "US-NM": { zones: [mountain], codes: "505 575" },
  "US-NY": {
    zones: [eastern],
    codes: "212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934",
  },
  "US-NC": { zones: [eastern], codes: "252 336 472 704 743 828 910 919 980 984" },
  "US-ND": { zones: [central, mountain], codes: "701" },
  "US-OH": { zones: [eastern], codes: "216 220 234 283 326 330 380 419 436 440 513 567 614 740 937" },
  "US-OK": { zones: [central], codes: "405 539 572 580 918" },
  "US-OR": { zones: [pacific], codes: "458 503 541 971" },
  "US-PA": { zones: [eastern], codes: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878" },
  "US-RI": { zones: [eastern], codes: "401" },
  "US-SC": { zones: [eastern], codes: "803 821 839 843 854 864" },
  "US-SD": { zones: [central, mountain], codes: "605" },
  "US-TN": { zones: [central], codes: "423 615 629 731 865 901 931" },
  "US-TX": {
    zones: [central],
    codes:
      "210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
  },
  "US-UT": { zones: [mountain], codes: "385 435 801" },
  "US-VT": { zones: [eastern], codes: "802" },
  "US-VA": { zones: [eastern], codes: "276 434 540 571 686 703 757 804 826 948" },
  "US-WA": { zones: [pacific], codes: "206 253 360 425 509 564" },
  "US-WV": { zones: [eastern], codes: "304 681" },
  "US-WI": { zones: [central], codes: "262 274 353 414 534 608 715 920" },
  "US-WY": { zones: [mountain], codes: "307" },
  "US-PR": { zones: ["America/Puerto_Rico"], codes: "787 939" },
  "US-VI": { zones: ["America/St_Thomas"], codes: "340" },
  "US-GU": { zones: ["Pacific/Guam"], codes: "671" },
  "US-MP": { zones: ["Pacific/Saipan"], codes: "670" },
  "US-AS": { zones: ["Pacific/Pago_Pago"], codes: "684" },
  "CA-AB": { zones: ["America/Edmonton"], codes: "368 403 587 780 825" },
  "CA-BC": { zones: ["America/Vancouver", "America/Edmonton"], codes: "236 250 257 604 672 778" },
  "CA-MB": { zones: ["America/Winnipeg"], codes: "204 431 584" },
  "CA-NB": { zones: ["America/Moncton"], codes: "428 506" },
  "CA-NL": { zones: ["America/St_Johns", "America/Halifax"], codes: "709 879" },
  "CA-NS": { zones: ["America/Halifax"], codes: "782 902" },
  "CA-ON": {
    zones: ["America/Toronto"],
    codes: "226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942",
  },
  "CA-QC": {
    zones: ["America/Toronto"],
    codes: "263 354 367 418 438 450 468 514 579 581 819 873",
  },
  "CA-SK": { zones: ["America/Regina", "America/Edmonton"], codes: "306 474 639" },
  "CA-NT": {
    zones: ["America/Whitehorse", "America/Edmonton", "America/Winnipeg", "America/Toronto"],
    codes: "867",
  },
};

/** Codes whose area lies in more zones than most of its state, or in others. */
const split: Readonly<Record<string, readonly string[]>> = {
  "219": [central, eastern],
  "574": [eastern, central],
  "812": [eastern, central],
  "930": [eastern, central],
  "270": [central, eastern],
  "364": [central, eastern],
  "502": [eastern],
  "606": [eastern, central],
  "308": [central, mountain],
  "620": [central, mountain],
  "785": [central, mountain],
  "423": [eastern, central],
  "865": [eastern],
  "931": [central, eastern],
  "448": [central, eastern],
  "850": [central, eastern],
  "906": [eastern, central],
  "432": [central, mountain],
  "915": [mountain, central],
  "458": [pacific, "America/Boise"],
  "541": [pacific, "America/Boise"],
  "367": ["America/Toronto", "America/Halifax"],
  "418": ["America/Toronto", "America/Halifax"],
  "581": ["America/Toronto", "America/Halifax"],
  "807": ["America/Toronto", "America/Winnipeg"],
};
/** Of a code that `split` holds and no state lists. */
const splitStates: Readonly<Record<string, string>> = { "807": "CA-ON" };

/** Countries outside North America, by calling code, with every zone that their numbers can be in. */
const countries: Readonly<Record<string, readonly [country: string, ...zones: string[]]>> = {
  "31": ["NL", "Europe/Amsterdam"],
  "32": ["BE", "Europe/Brussels"],
  "33": ["FR", "Europe/Paris"],
  "34": ["ES", "Europe/Madrid", "Atlantic/Canary"],
  "351": ["PT", "Europe/Lisbon", "Atlantic/Azores"],
  "352": ["LU", "Europe/Luxembourg"],
  "353": ["IE", "Europe/Dublin"],
  "354": ["IS", "Atlantic/Reykjavik"],
  "356": ["MT", "Europe/Malta"],
  "357": ["CY", "Asia/Nicosia"],
  "358": ["FI", "Europe/Helsinki"],
  "359": ["BG", "Europe/Sofia"],
  "36": ["HU", "Europe/Budapest"],
  "370": ["LT", "Europe/Vilnius"],
  "372": ["EE", "Europe/Tallinn"],
  "385": ["HR", "Europe/Zagreb"],
  "39": ["IT", "Europe/Rome"],
  "40": ["RO", "Europe/Bucharest"],
  "41": ["CH", "Europe/Zurich"],
  "420": ["CZ", "Europe/Prague"],
  "421": ["SK", "Europe/Bratislava"],
  "423": ["LI", "Europe/Vaduz"],
  "43": ["AT", "Europe/Vienna"],
  "44": ["GB", "Europe/London"],
  "45": ["DK", "Europe/Copenhagen"],
  "46": ["SE", "Europe/Stockholm"],
  "47": ["NO", "Europe/Oslo"],
  "48": ["PL", "Europe/Warsaw"],
  "49": ["DE", "Europe/Berlin"],
  "30": ["GR", "Europe/Athens"],
  "52": ["MX", "America/Mexico_City", "America/Tijuana", "America/Hermosillo", "America/Cancun"],
  "55": ["BR", "America/Sao_Paulo", "America/Manaus", "America/Rio_Branco", "America/Noronha"],
  "61": [
    "AU",
    "Australia/Sydney",
    "Australia/Brisbane",
    "Australia/Adelaide",
    "Australia/Darwin",
    "Australia/Perth",
  ],
  "64": ["NZ", "Pacific/Auckland"],
  "65": ["SG", "Asia/Singapore"],
  "81": ["JP", "Asia/Tokyo"],
  "82": ["KR", "Asia/Seoul"],
  "852": ["HK", "Asia/Hong_Kong"],
  "91": ["IN", "Asia/Kolkata"],
  "971": ["AE", "Asia/Dubai"],
  "972": ["IL", "Asia/Jerusalem"],
};

/** `region`: a state or province with its country before it ("US-TX"), or a country ("DE"). */
export type CalledPlace = { readonly region: string; readonly zones: readonly string[] };

/** Every zone of a country, by its code: those that its regions' numbers can be in. */
const zonesOfCountry = new Map<string, Set<string>>();
for (const [country, zones] of [
  ...Object.entries(areas).map(([region, area]) => [region.slice(0, 2), area.zones] as const),
  ...Object.values(countries).map(([country, ...zones]) => [country, zones] as const),
])
  zonesOfCountry.set(country, new Set([...(zonesOfCountry.get(country) ?? []), ...zones]));

/** Whether a time zone is one of the country that a region lies in, by whichever of its names. */
export function isZoneOfCountry(zone: string, region: string): boolean {
  const zones = zonesOfCountry.get(region.slice(0, 2)) ?? new Set();
  return zones.has(zone) || [...zones].some((one) => isSameZone(one, zone));
}

const byCode = new Map<string, CalledPlace>(
  Object.entries(areas).flatMap(([region, { zones, codes }]) =>
    codes.split(" ").map((code): [string, CalledPlace] => [code, { region, zones: split[code] ?? zones }]),
  ),
);
for (const [code, region] of Object.entries(splitStates))
  byCode.set(code, { region, zones: split[code] ?? [] });

/** Where an E.164 number can be; null: its area code or country is not known here, as of a toll-free number. */
export function placeOfNumber(e164: string): CalledPlace | null {
  if (e164.startsWith("+1")) return byCode.get(e164.slice(2, 5)) ?? null;
  for (const length of [3, 2]) {
    const code = e164.slice(1, 1 + length);
    const found = Object.hasOwn(countries, code) ? countries[code] : undefined;
    if (found) {
      const [region, ...zones] = found;
      return { region, zones };
    }
  }
  return null;
}
