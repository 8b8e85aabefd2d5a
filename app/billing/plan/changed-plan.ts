/** Whether the tab has just learned that the plan changed: then the frame's data are loaded again with the page's. */

let isChanged = false;

export const notePlanChange = (): void => {
  isChanged = true;
};

/** Whether the plan changed since the last time that this was asked. */
export function takePlanChange(): boolean {
  const was = isChanged;
  isChanged = false;
  return was;
}
