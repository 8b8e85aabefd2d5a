/** Which words of two texts are the same, in their order. Pure. */

/** A stretch of a text. `isSame`: the other text has it as well. */
export type Stretch = { text: string; isSame: boolean };

/** More words are compared no further; they count as different. */
const mostWords = 400;

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Both texts in stretches, by their longest common run of words. */
export function wordDiff(expected: string, heard: string): { expected: Stretch[]; heard: Stretch[] } {
  const [left, right] = [wordsOf(expected), wordsOf(heard)];
  const common = commonOf(left.map(plain), right.map(plain));
  const inLeft = new Set(common.map(([one]) => one));
  const inRight = new Set(common.map(([, other]) => other));
  return {
    expected: stretches(left, (at) => inLeft.has(at)),
    heard: stretches(right, (at) => inRight.has(at)),
  };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** The places of the words that both have, in order. */
function commonOf(left: string[], right: string[]): [number, number][] {
  const [rows, columns] = [Math.min(left.length, mostWords), Math.min(right.length, mostWords)];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const found: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; )
    if (left[row] === right[column]) {
      found.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  return found;
}

function stretches(words: string[], isSame: (at: number) => boolean): Stretch[] {
  const found: Stretch[] = [];
  for (const [at, word] of words.entries()) {
    const last = found.at(-1);
    if (last && last.isSame === isSame(at)) last.text += ` ${word}`;
    else found.push({ text: word, isSame: isSame(at) });
  }
  return found;
}
