/** What a change of a contact was answered with, as its panels show it. */

interface Answer {
  readonly isGood: boolean;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly typed: Readonly<Record<string, string>>;
  readonly found: { readonly id: string; readonly who: string } | null;
}
export interface Answered {
  readonly answer: Answer | null | undefined;
  readonly canManage: boolean;
}

/** What was typed into one of the forms, and refused. */
export const refusedOf = (answer: Answer | null | undefined, ...forms: string[]) =>
  answer && !answer.isGood && forms.includes(answer.typed.do ?? "") ? answer : undefined;
