/** Finds lengths of time that a file writes by itself: `app/platform/durations.ts` names the units, and a constant ends in its own (`_ms`, `_s`). */

const home = "app/platform/durations.ts";
/** The built-in brain is frozen and keeps its own minutes. */
const frozen = /^workers\/conversation\/(?:brains|dialogue|english|reading|words|time)\//;
const spelled = /\b(?:60_000|3_600_000|86_400(?:_000)?|31_536_000|34_560_000)\b/;
const otherSuffix = /\bconst (?:\w+[a-z]Ms|[A-Z_]+_MS|\w*(?:[lL]ifetime|[pP]atience|TimeLimit))\b/;

/**
 * @param {string} name of the file, from the root
 * @param {string} source
 * @returns {string[]} the lines that are wrong
 */
export function ownDurations(name, source) {
  if (name === home || frozen.test(name)) return [];
  return source
    .split("\n")
    .flatMap((line, i) =>
      spelled.test(line)
        ? [`${name}:${i + 1}: take the unit from ${home}`]
        : otherSuffix.test(line)
          ? [`${name}:${i + 1}: end the name of a length of time in its unit, such as _ms`]
          : [],
    );
}
