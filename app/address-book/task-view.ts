/** A task as pages show it. */
export type ShownTask = {
  readonly id: string;
  readonly title: string;
  /** The id of the contact. */
  readonly contact: string;
  readonly who: string;
  readonly isDone: boolean;
  /** Its day is over, and it is not done. */
  readonly isLate: boolean;
  readonly due: string | null;
  readonly done: string | null;
  readonly whose: string | null;
  readonly by: string;
};
