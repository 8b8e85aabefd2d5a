/** Articles: contacts. */
import type { Article } from "./article.ts";

export const contactArticles: readonly Article[] = [
  {
    slug: "contacts",
    title: "Contacts",
    summary:
      "Everyone who calls you, or whom your agents call: what you know, what happened, and what they agreed to.",
    topic: "Calls",
    pages: ["/contacts", "/contacts/new"],
    words: "people leads customers numbers tags lists consent merge archive erase timeline notes",
    body: `
Whoever calls or texts one of your numbers becomes a contact. Open **Contacts** to find them, and **New contact** to add someone by hand.

- The search field finds names, companies, emails, and numbers by their beginning or their last four digits.
- **More filters** narrows the list by consent, by when someone was last on the phone, and by fields of your own.
- Tick contacts to tag them, to put them on a list, or to archive them together.

## One contact

A contact can have several numbers and email addresses; the first of each is the one that your agents use. **What happened** shows calls, texts, appointments and notes in one line of time, and what your campaigns did: whom they called with what result, and why they didn't call. **Why not called yet?** says for each campaign that goes on what this contact waits for, and when it can be called at the earliest.

**Merge** makes one contact of two: find the other one by its number or email. What the first doesn't know is taken from the second.

**Archive** takes a contact off every list without deleting it. **Erase this person** deletes what was kept about them for good; owners and admins can do that.

## Consent

Note what a person agreed to, where, and the text that they agreed to. In the United States an automated voice that sells something needs consent in writing. It is for the numbers that the contact has then; a number that you add later has none. If someone agrees in a call, press **Agreed to calls** or **Agreed to texts** on the call's page: it's kept as spoken consent, with the call as its proof. A consent ends when you end it, together with every earlier one for the same, or when the person asks not to be called.
`,
  },
  {
    slug: "do-not-call",
    title: "The do-not-call list",
    summary: "Numbers that your agents never call: who put them there, and how they come off again.",
    topic: "Calls",
    pages: ["/contacts/do-not-call"],
    words: "dnc opt out stop unsubscribe block numbers list",
    body: `
Whoever tells an agent not to call again, presses the key for it, or texts STOP is on the list at once, with all their numbers. Your team can add numbers too, with a reason.

Nothing that waits calls a number on the list. A number comes off with a reason. If the person asked for it themselves, at any of their numbers, only they can take it back: tick the box that says they did.
`,
  },
  {
    slug: "tasks",
    title: "Keep track of what is to be done for contacts",
    summary: "Tasks on a contact, with a day and a person, and one list of all of them.",
    topic: "Calls",
    pages: ["/contacts/tasks"],
    words: "task to do todo reminder follow up due assignee done list",
    body: `
Open a contact and write what is to be done under **Tasks**. Choose the day by which it is due, and whose it is; a task without a person is anyone's. A step of a [workflow](/help/workflows) can create tasks, too.

**Contacts**, then **Tasks**, lists what is open, what is due first at the top. **Mine** shows yours, **Done** what was done. A task whose day is over is marked red until someone presses **Done**.
`,
  },
  {
    slug: "import-contacts",
    title: "Import contacts",
    summary:
      "Bring contacts in from a CSV file, see what its columns are, correct what can't be read, and undo it.",
    topic: "Calls",
    pages: ["/contacts/import"],
    words:
      "csv file upload spreadsheet excel columns mapping duplicates errors undo list consent export download",
    body: `
Open **Contacts**, then **Import**. The file can have up to 200 MB and a million rows. In a spreadsheet, save or download it as CSV.

1. Choose the file. If the connection breaks off, try again: the upload goes on where it stopped.
2. Check the columns. A column that you leave out isn't imported; **Field of your own** keeps it under its heading.
3. Say what happens with contacts that you know already: fill their gaps, update them, or leave them as they are.
4. Say what these people agreed to, and where. Campaigns that need a consent don't call anyone without one. A file gives no consent to people who took theirs back.

You can leave the page while the import runs. **Stop import** keeps what was imported until then. **Undo import** takes everything back; contacts that someone called or changed since stay. An upload that you don't start is deleted after a day.

A number beside more than three names, such as a company's main number, isn't imported: it says nothing about who answers. Rows that can't be read are in a file of their own, with the reason. Correct them there, and import that file. **The time zone isn't one** (\`bad_time_zone\` in the file) means that a name such as America/New_York was expected: words such as Eastern, EST or UTC-5 don't say when clocks change. Leave the field empty, and the number says where the person is.

## Numbers for the do-not-call list

The same page takes a file of numbers that are never called. It needs a reason, and it isn't undone: take single numbers off the list instead.

## Export

**Export** in **Contacts** downloads the contacts that the filters show.
`,
  },
];
