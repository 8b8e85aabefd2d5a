/** Actions of the audit trail as people read them: "agent.changed" is "Agent changed". */
export const auditWords = (action: string): string => {
  const words = action.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
