/** What an archive says about itself. */

/**
 * @param rows of each file
 * @param began ms UTC; @param ended ms UTC
 */
export const manifestOf = (rows: Readonly<Record<string, number>>, began: number, ended: number): string =>
  `${JSON.stringify(
    {
      format: 1,
      began_at: new Date(began).toISOString(),
      ended_at: new Date(ended).toISOString(),
      files: Object.entries(rows).map(([name, count]) => ({ name, rows: count })),
      notes: [
        "calls.csv and contacts.csv open in a spreadsheet. Each file in data/ and account/ has one row per line, as JSON.",
        "data/ is what agents and calls produced. account/ is the organization's account: members, settings, billing.",
        "Changes made while the archive was written may be in some files and not in others.",
        "data/call_recordings names the recordings of calls. Their audio is not in the archive: each is downloaded on the page of its call.",
        "Left out: passwords, tokens and other secrets; work that the system has queued for itself.",
      ],
    },
    null,
    2,
  )}\n`;
