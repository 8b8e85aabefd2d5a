/** The props and words of the question before a page is left with unsaved changes. */

export interface LeaveQuestionProps {
  /** What would be lost. */
  readonly words: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export const leaveTitle = "Leave without saving?";
export const leaveWords = "You'll lose your changes since you last saved.";
