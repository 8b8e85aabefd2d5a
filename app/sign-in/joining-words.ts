/** Domains in a sentence: "brightsmile.test", "a.test or b.test". */
export function listed(domains: readonly string[]): string {
  const [last = "", ...others] = [...domains].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
