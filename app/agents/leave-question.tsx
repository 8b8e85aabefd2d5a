/** The dialog that asks before the editor is left with unsaved changes; it is loaded when it is needed. */
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog.tsx";
import { type LeaveQuestionProps, leaveTitle, leaveWords } from "./leave-words.ts";

export default function LeaveQuestion({ version, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onStay()} title={leaveTitle} sentence={leaveWords(version)}>
      <DialogButtons>
        <Button onClick={onStay}>Keep editing</Button>
        <Button variant="destroy" onClick={onLeave}>
          Leave without saving
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
