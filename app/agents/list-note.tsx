/** The errors of a list as a whole, below its rows. */
import { FieldNote } from "#app/ui/field.tsx";

export function ListNote(props: {
  readonly of: { readonly errors?: readonly string[] | undefined; readonly errorId: string };
}) {
  const { errors = [], errorId } = props.of;
  return <FieldNote errors={errors} errorId={errorId} hintId={`${errorId}-hint`} />;
}
