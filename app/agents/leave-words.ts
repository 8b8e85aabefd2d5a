/** The props and words of the question before a page is left with unsaved changes. */

export interface LeaveQuestionProps {
  /** The last version that was saved. */
  readonly version: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export const leaveTitle = "Leave without saving?";
export const leaveWords = (version: number): string => `You'll lose your changes since version ${version}.`;
