/** Articles: phone numbers. */
import type { Article } from "./article.ts";

export const numberArticles: readonly Article[] = [
  {
    slug: "get-a-number",
    title: "Get a phone number",
    summary: "Search for a number, buy it, and choose which agent answers.",
    topic: "Numbers",
    pages: ["/numbers/search"],
    words: "buy phone number area code toll-free local purchase new search",
    body: `
1. Open **Numbers** and choose **Get a number**.
2. Choose a country, and narrow the list by area code, city, or digits the number should contain.
3. Choose the agent that answers it. You can also do that later.
4. Choose **Get this number**. It's active within seconds.

![Numbers that are available in an area code](numbers-search)

Each number shows its monthly price, or that it's included in your plan. In some countries, carriers ask for documents first; such numbers can't be bought here yet and say so.

> You need a verified email address to get a number. Until you choose a plan, you can have numbers in only one organization.
`,
  },
  {
    slug: "manage-numbers",
    title: "Assign or release a number",
    summary: "Change who answers a number, and give up one you no longer need.",
    topic: "Numbers",
    pages: ["/numbers"],
    words: "assign agent release give up cancel number status unassigned",
    body: `
Open **Numbers**. Each line shows a number, which agent answers it and when it last rang.

- To change the agent, choose another one in the line. It takes effect with the next call.
- To give a number up, choose **Release**. It's returned to the carrier immediately and someone else may get it. Your call history is kept.

![The list of numbers with the agents that answer them](numbers)

A number without an agent isn't answered. The list and the dashboard remind you of it.
`,
  },
  {
    slug: "who-answers-when",
    title: "Decide who answers when you're closed",
    summary: "Another agent at night, or a fallback number when no agent can answer.",
    topic: "Numbers",
    pages: ["/numbers/:numberId"],
    words: "routing after hours night weekend holiday fallback forward number order lunch break",
    body: `
Open **Numbers** and choose a number.

- **Incoming calls** and **Outgoing calls**: the agents that answer and call from it.
- **When you're closed**: the same agent, another one, the fallback number, or a sentence. Your opening hours and closed days are under **Settings**, and a lunch break counts as closed.
- **Fallback number**: callers are put through to it when the agent is off, all lines are busy, or calls are suspended. The call history says so.

## In which order

1. Call protection and your countries decide first whether the call is taken at all.
2. If you're closed, the choice under **When you're closed** holds. A break counts as closed, and so does a closed day.
3. Otherwise the agent for incoming calls answers. Its own hours, in its editor, hold too.
4. If no agent can answer, the fallback number rings. Without one, callers hear a sentence.

The call's page says which of them it was. Doesn't a number ring at all? Ask the [number doctor](/help/number-doctor).
`,
  },
  {
    slug: "number-doctor",
    title: "Find out why a number doesn't ring",
    summary: "The number doctor checks the carrier, the agent and the last calls, and repairs what it can.",
    topic: "Numbers",
    pages: ["/numbers/:numberId"],
    words:
      "number doctor check webhook not ringing broken repair carrier answer rate registration caller name",
    body: `
Open **Numbers**, choose the number, and choose **Check this number**. The doctor looks at:

| Check | What may be wrong, and what to do |
| Who answers | No agent is assigned, it's archived, or it has no published version. Choose another one, or publish it. |
| At the carrier | The number was released or moved there, the account isn't connected any more, or the carrier doesn't take calls for it. Its exact words stand below. |
| Webhooks | Calls go to another address. **Repair** points them here again. |
| Last call | When the carrier last announced a call. If you called since and it isn't there, the call never reached us. |
| Answer rate | How many calls of the last days were answered. Open **Calls** and filter by the number to see the others. |
| Messages and caller name | What the carrier says about text messages and the name that phones show. |

Then try it: **Test call** talks to the agent in your browser, **Ring your phone** has the number call you, and a call from another phone shows whether it rings.
`,
  },
  {
    slug: "own-carrier-account",
    title: "Use your own numbers and carrier",
    summary: "Connect your account at a phone carrier and bring its numbers here.",
    topic: "Numbers",
    pages: ["/twilio-settings", "/twilio-settings/:accountId"],
    words:
      "twilio telnyx import port bring own byoc account token credentials telephony carrier caller id recording",
    body: `
1. Open **Telephony** and choose your carrier under **Connect an account**.
2. Paste the credentials. We ask the carrier whether it takes them, and keep them encrypted if it does.
3. The account's page shows the numbers that it has. Choose **Import** beside one, or import all of them. Their calls come here from then on; the carrier goes on charging you for them.

**Test** asks the carrier again, and shows its exact error. When you replaced the credentials at the carrier, replace them here too: until then callers hear a sentence.

If you remove an account, its numbers leave your list and stay in your account at the carrier. Calls that are going on end as usual.

The rest of the page holds for all calls: the number that outgoing calls show, what happens when a machine answers, recording, the countries you take calls from, and what callers in need are told.
`,
  },
  {
    slug: "call-protection",
    title: "Keep unwanted callers away",
    summary: "Block callers, and limit how often one caller or number may ring.",
    topic: "Numbers",
    pages: ["/numbers/protection"],
    words: "block caller spam abuse robocall limit blocklist prefix withheld private number",
    body: `
Open **Numbers** and choose **Call protection**. Everything here decides before an agent answers, so a refused call costs nothing.

Besides these, some calls are ended or refused without your doing: callers who say nothing, machines that talk in circles or press keys without end, and numbers of countries that you don't take calls from.

- **Limits**: how many calls and minutes one caller or one of your numbers may have. An empty field is no limit.
- **Times the minutes of a usual day**: when a day has far more talk than usual, further calls are refused until midnight. You can let calls in for the rest of the day.
- **Blocked callers**: a number, or every number that starts like it. On a finished call's page, **Block this caller** does the same.

A refused call stands in the call history with its reason. Choose **Not connected** under **Any ending** to see all of them.

## When you see many unwanted calls

1. Open one of them and choose **Block this caller**.
2. If they come from many numbers that begin alike, block the beginning: type it, and tick **Block every number that starts like this**.
3. Tick **Refuse callers who withhold their number** if that's who calls.
4. Lower the calls of an hour for each caller. Regular callers rarely need more than five.
5. Set a [spending cap](/help/usage-and-caps), so that the worst day costs what you decided.

Agents don't call blocked numbers either. To let someone in again, choose **Unblock**.
`,
  },
];
