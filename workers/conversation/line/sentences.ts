export type Sentences = { add(fragment: string): string[]; end(): string[] };
export const sentencesFrom = (): Sentences => { throw new Error("hand A") };
