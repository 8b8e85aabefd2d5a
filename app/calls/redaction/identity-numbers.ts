/** Tells payment cards and national identity numbers from other numbers, by their lengths and check digits. */

/** The check of ISO/IEC 7812: of every second digit from the right, the double counts. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const double = digit * 2;
    sum += at % 2 === 0 ? digit : double > 9 ? double - 9 : double;
  }
  return sum % 10 === 0;
}

const shortestCard = 13;
const longestCard = 19;

/** Where a card's number begins and ends in a run of digits; null: it has none. */
export function cardIn(digits: string): { from: number; to: number } | null {
  for (let from = 0; from + shortestCard <= digits.length; from++) {
    // Networks begin with 2 to 6; 1 and 9 belong to airlines and countries, 0, 7 and 8 to no card for the public.
    if (!/[2-6]/.test(digits[from] ?? "")) continue;
    for (const length of [16, 15, 19, 14, 13, 18, 17]) {
      const to = from + length;
      if (length <= longestCard && to <= digits.length && passesLuhn(digits.slice(from, to)))
        return { from, to };
    }
  }
  return null;
}

/** United States: area, group and serial without the combinations that are never given (SSA, 20 CFR 422.103). */
const isSocialSecurity = (digits: string): boolean =>
  /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

/** Brazil, CPF: two check digits modulo 11. */
function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const check = (length: number) => {
    let sum = 0;
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Germany, tax number of a person: ISO 7064, MOD 11,10. */
function isSteuerId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

/** France, social security: the key makes the number divisible by 97. */
const isNir = (digits: string): boolean =>
  /^[12]\d{14}$/.test(digits) && 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));

const verhoeffTimes = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const verhoeffMoves = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** India, Aadhaar: twelve digits with Verhoeff's check. */
function isAadhaar(digits: string): boolean {
  if (!/^[2-9]\d{11}$/.test(digits)) return false;
  let check = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    check = Number(verhoeffTimes[check]?.[Number(verhoeffMoves[at % 8]?.[digit])]);
  }
  return check === 0;
}

/** Whether a run of digits is a number of a person's identity. Nine digits are taken for one: few other numbers have nine. */
export const isNationalId = (digits: string): boolean =>
  isSocialSecurity(digits) || isCpf(digits) || isSteuerId(digits) || isNir(digits) || isAadhaar(digits);

/** Identity numbers with letters: Britain, Spain, Italy. */
export const letteredIds: readonly RegExp[] = [
  /\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/giu,
  /\b(?:\d{8}|[XYZ]-?\d{7})[ -]?[A-HJ-NP-TV-Z]\b/giu,
  /\b[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]\b/giu,
];
