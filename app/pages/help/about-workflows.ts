/** Help: what happens by itself after calls, bookings and messages. */
import type { Article } from "./article.ts";

export const workflowArticles: readonly Article[] = [
  {
    slug: "workflows",
    title: "Have things happen by themselves",
    summary: "Write a workflow: when something happens, and conditions hold, steps are done one by one.",
    topic: "Calls",
    pages: ["/workflows", "/workflows/new", "/workflows/:workflowId"],
    words:
      "workflow automation trigger condition branch wait text tag follow up missed call no-show template version campaign task calendar hubspot secret address",
    body: `
A workflow does something when something happens: it texts a person whose call was missed, or tags a new lead.

1. Open **Workflows** and press **New workflow**.
2. Press **Use** beside a template, or begin without one.
3. Choose the **trigger**. With **Only if** it starts only where conditions hold, such as an outcome of the call.
4. Add **steps**. Each names the step that follows. **If … then … else** goes one of two ways.
5. Fields in double braces are filled in: {{contact.name}}, {{event.starts_at}}.
6. Press **Save workflow**, then **Turn on**.

Steps do what you can do by hand: send a text or an email, call, tag, create a [task](/help/tasks), add the person to a list or to a campaign, write into the connected calendar, save the person in HubSpot, tell an app. A campaign calls a person who was added under all of its rules, and takes no one in when it is over. A step whose app isn't connected fails and says so.

**Another system calls an address** gives you a secret address. If others know it, press **New address**: the old one ends at once.

Each save makes a **version**. A run keeps to the version with which it began, also while it waits. To use an older version again, show it and save it.

Your plan allows a number of runs each month. The page of workflows shows how many were used. A run beyond that is kept as **over the limit**, and can be begun later.
`,
  },
  {
    slug: "workflow-runs",
    title: "See what a workflow did",
    summary:
      "Each run has a log with what every step got and gave, and can begin again from a step that failed.",
    topic: "Calls",
    pages: ["/workflows/runs/:runId"],
    words: "workflow run log step failed retry again error stopped loop limit",
    body: `
Open a workflow and choose one of its **runs**. Its page shows what happened, and for each step its input, its output, how long it took, and how often it was tried.

A step that fails for a reason that may pass is tried again, less and less often, for most of a day. Then the run is **failed**. Press **Begin again from here** beside a step when the reason is gone; what was done before is not done twice. To begin all of them again, choose **Failed** beside the workflow’s runs, and press **Begin all failed again**.

**Stopped** means that workflows started each other again and again, or that one ran ten times for a person within an hour. Change the workflow so that it doesn't start itself.
`,
  },
];
