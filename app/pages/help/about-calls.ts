/** Articles: calls. */
import type { Article } from "./article.ts";

export const callArticles: readonly Article[] = [
  {
    slug: "call-history",
    title: "Find a call",
    summary:
      "Search what was said, filter by outcome, success, mood, agent, number or date, and share the view.",
    topic: "Calls",
    pages: ["/call-history"],
    words: "history list search filter transcript outcome success mood sentiment date export",
    body: `
Open **Calls**. The list shows every call, the newest first, with who called and what came of it.

- The search field finds words in transcripts, names and numbers.
- **Filters** narrow the list by outcome, agent, number, direction, success, mood and date. **More filters** adds tag, length and cost.
- The marks beside the outcome say whether the caller got what they wanted, and whether their mood was good or bad. They appear shortly after a call ends, and go when the words of the call are deleted.
- The address of the page holds the whole view. Copy it to share exactly what you see.

![The call history, filtered to booked calls](calls)

Move through the list with \`J\` and \`K\` and open a call with \`Enter\`. Inside a call, **Newer call** and **Older call** go on from there.

## Views, columns and several calls

- **Views and columns** saves the filters under a name, for you or for everyone here, and chooses what the list shows to you.
- **Select calls** puts a box beside each call: tag the selected ones together. Owners and admins can delete them for good.
- **Export** makes a CSV or JSON file of what the filters show. It's made in the background; we email you when it's ready.

## Outcomes

| Outcome | What happened |
| Booked | The agent booked an appointment |
| Moved | An appointment that the caller had was moved to another time |
| Cancelled | An appointment that the caller had was cancelled |
| Transferred | The caller was put through to a person |
| Lead | The caller answered your questions, and the details were saved |
| Message | The caller left a message |
| Callback | The agent promised that you'd call back |
| Opted out | The caller asked not to be called again |
| Answered | The agent gave an answer, and nothing else was needed |
| No outcome | The caller said nothing, or nothing came of it |
| Missed | The call reached no agent |
`,
  },
  {
    slug: "read-a-call",
    title: "Read a call",
    summary: "The transcript, what the agent found out, what it did, and what it cost.",
    topic: "Calls",
    pages: ["/call-history"],
    words: "transcript details cost summary copy print latency booking note tag share link block",
    body: `
A call's page has the transcript at the left and the facts at the right: outcome, duration, agent, number, what the caller told the agent, and the cost.

![A call with its transcript and its facts](call)

- **Copy transcript** puts the conversation on your clipboard as text.
- Print the page for a clean copy without navigation. It works for saving a PDF, too.
- **Behind the scenes** shows what the agent did between the lines: a time it looked up, an answer it had, a question it had none for.
- **Notes** are for your team. Only their author changes them. **Tags** group calls; the list can be filtered by them.
- **Share** makes a link that opens this one call without an account, for 1, 7 or 30 days, with or without names and numbers. Revoke it there at any time.
- **Add to do-not-call list** keeps agents from calling the number.
- **Add an answer** beside an unanswered question teaches the agent for the next time.

Viewers see calls without names, numbers and what was said about people.
`,
  },
  {
    slug: "agent-analytics",
    title: "See how an agent's calls go",
    summary: "Calls, success, waits, cost, and the words after which callers hang up, for 7, 30 or 90 days.",
    topic: "Calls",
    pages: ["/agents"],
    words: "analytics statistics report success cost latency wait hang up drop off versions outcomes",
    body: `
Open the agent and choose **Analytics**, then the last 7, 30 or 90 days. Each figure leads to the calls behind it.

- **Successful** is the share of judged calls in which the caller got what they wanted. Each answered call is judged shortly after it ends.
- **Callers' wait** is the time from the caller's last word to the agent's first: the median, and what 95% of the calls stayed within.
- **Cost a call** is what calls cost with carriers and models, on average and in all.
- **Where callers hang up** lists the agent's last words before a caller hung up. A question high on that list may be one that callers don't want to answer.
- **Found out from calls** shows the answers to your own fields under **Who answers**, **After the call**.
- **By version** compares versions when several answered.

What was said, and what was found out from it, counts only as long as the words of a call are kept. Viewers see the last words without what they say about people.
`,
  },
  {
    slug: "bookings",
    title: "Look after your bookings",
    summary: "See appointments by day, week or list; move, cancel and note them, and mark no-shows.",
    topic: "Calls",
    pages: ["/bookings", "/bookings/new", "/bookings/:bookingId"],
    words: "appointments calendar schedule reschedule cancel no-show day week list note",
    body: `
Open **Bookings**. It shows what your agents booked in calls and what you booked by hand, in your organization's time zone. Choose **Day**, **Week** or **List**; **Previous**, **Today** and **Next** move through time.

Press an appointment to open it. There you can:

- **Move it.** Choose a day, then one of the times that are free by the agent's rules. To take another time, type it and tick **Also outside the agent's rules**. A time with another appointment is refused in any case.
- **Cancel it.** Its time is free again at once, and your agents offer it to the next caller.
- **Write a note.**
- **Mark it as a no-show** once it has begun.
- **Restore it** if you canceled it by mistake and its time is still free.

If a colleague or a caller changed the appointment while you had it open, your change isn't saved, and you see what it is now.

**Book by hand** is for people who came by or wrote. Beside the appointments stand the rules of each agent that books, with a link to change them.

Viewers see when there are appointments, but not whose they are.
`,
  },
  {
    slug: "calendar-address",
    title: "See bookings in your own calendar",
    summary: "Give your calendar program a secret address that shows your organization's appointments.",
    topic: "Calls",
    pages: ["/bookings"],
    words: "ics ical feed subscribe google outlook apple calendar address secret revoke",
    body: `
1. Open **Bookings** and press **Create address** under **Your calendar address**.
2. Copy the address at once. It isn't shown again.
3. In your calendar program, add a calendar from an address or URL, and paste it.

The calendar shows appointments of the past month and of the coming twelve. Your program decides how often it asks for news; many do so every few hours.

Everyone who has the address can read the calendar. Without a tick at **Show names, numbers and notes** it says only when there are appointments and what for. **Replace address** gives you a new one, and **Remove address** takes it away: in both cases the old one answers no more. It also stops when you leave the organization, or may no longer see its calls.
`,
  },
  {
    slug: "live-calls",
    title: "Follow calls as they happen",
    summary: "Watch the transcript of a call that's in progress.",
    topic: "Calls",
    pages: ["/call-history"],
    words: "live now listen monitor running in progress realtime",
    body: `
The dashboard and the call history show calls in progress under **Live now**. Open one to read along; the words appear as people talk, with how long the caller waited for each answer. When more calls are going on than fit, choose **+ 3 more** for a list of all of them.

Outcome, details and cost appear when the call ends.

If your connection is poor, the page says that live updates are paused and refreshes every few seconds instead. Nothing is lost: the whole transcript is there when the call is over.
`,
  },
  {
    slug: "messages-and-callbacks",
    title: "Answer messages and callbacks",
    summary: "See who's waiting, call them back, and mark it as done.",
    topic: "Calls",
    pages: ["/dashboard", "/bookings"],
    words: "message callback voicemail todo done undo reopen waiting",
    body: `
When a caller leaves a message or wants a callback, it stands on the dashboard until someone has dealt with it.

1. Read the message, or open the call for the whole conversation.
2. Call back: the number is a link on phones.
3. Choose **Done**. Your name stands beside it, so that a colleague doesn't call again. **Undo and reopen** brings it back.

## Callbacks at a time

When no one takes a transfer, the agent asks when you should call. Those callbacks stand under **Bookings**, the earliest first, until you choose **Done** or **Not needed**. One whose time has passed is marked **Overdue**.

To hear about new ones, turn on **Email me when a caller leaves a message or wants a callback** in your [profile](/help/email-notifications).
`,
  },
  {
    slug: "text-messages",
    title: "Text with your callers",
    summary: "Read and answer texts, let an agent answer them, and know what STOP does.",
    topic: "Calls",
    pages: ["/messages", "/messages/new", "/messages/:threadId"],
    words: "sms text message thread reply stop start help opt out confirm confirmation consent loop",
    body: `
Open **Text messages**. Each thread holds what you and one person texted, with the calls of the same person in between. The search finds numbers, names and words.

## Answer yourself

Write in the field below the thread and press **Send text**. The agent then leaves the thread to your team. **Let the agent answer** gives it back.

**New text** begins a thread: type a number or the name of a contact, and choose which of your numbers sends it.

Below each text stands what became of it. "Perhaps not sent" means that the carrier didn't say: the text isn't sent a second time by itself, so that no one gets it twice.

## Let an agent answer

Open the agent in its editor and choose what it may do by text:

- **Answer texts**: it answers texts to its numbers at any hour, with the same knowledge and rules as in calls. It books and moves appointments too, but puts no one through.
- **Confirm appointments by text**: after a call that booked or moved an appointment, it texts the day and time.
- **Send texts during calls**: it texts what the caller asks for, to the number they call from.

After 24 hours without a text, the next one begins a new conversation. An agent stops by itself when the other side looks like a machine. The thread says so, and **Let the agent answer** brings it back.

## STOP, START and HELP

Someone who texts STOP, or says the same in a sentence, gets no more texts from that number, and no agent calls them anymore. They're on your do-not-call list at once. START brings the texts back, but not the calls. HELP tells them who you are.

Texts need a number that your carrier has set up for messages. In the United States, carriers deliver business texts only from numbers registered for them.
`,
  },
  {
    slug: "missed-calls",
    title: "Why a call was missed",
    summary: "Closed, busy, or hung up: how to tell, and how to answer more calls.",
    topic: "Calls",
    pages: ["/call-history"],
    words: "missed unanswered busy closed hang up lines limit trial over",
    body: `
Open the call. It says why no agent took it.

| What it says | What to do |
| Called outside opening hours | The agent answers only in its hours. Change that under **Hours** in its editor. |
| All lines were busy | More calls came in at once than your plan has lines. A larger plan has more. |
| Hung up before the agent answered | Nothing: the caller changed their mind within seconds. |
| No agent was assigned to this number | Choose one under **Numbers**. |
| The trial minutes had run out | Choose a plan. Calls are answered again at once. |
| The plan wasn't paid | Pay the open invoice under **Plan and usage**. |
| The spending cap was reached | Raise or remove the cap under **Plan and usage**. |

Calls from your own test number are answered as usual but don't trigger notifications.
`,
  },
  {
    slug: "step-in",
    title: "Step into a running call",
    summary: "Help the agent unheard, speak through it, or take the call over.",
    topic: "Calls",
    pages: [],
    words: "live whisper take over barge listen transfer end monitor supervisor",
    body: `
Choose a call under **Live now** on the dashboard or the call history. On its page, **Step in** has what you can do:

- **Say it now**: the agent says your words at once. The transcript says that they were yours.
- **Whisper to the agent**: the agent uses your hint in its next answer; the caller hears nothing of it. Only agents that answer with a language model can follow a hint.
- **Take over by phone**: enter your phone number. The agent connects the caller to you. When you don't answer, the agent goes on.
- **Transfer**: the same for another person's phone, in the country of the number that was called.
- **End the call**: the agent says goodbye first.

What was said and whispered stands in the transcript; who stepped in stands in the activity of your organization.
`,
  },
  {
    slug: "call-transfer",
    title: "Put callers through to people",
    summary: "List the people who take calls, with their hours and order, and see who is open now.",
    topic: "Calls",
    pages: ["/call-transfer"],
    words:
      "transfer forward person colleague hours order announce introduce warm conference whisper voicemail busy no answer route",
    body: `
Open **Call transfer**. It lists the people your agents put callers through to, in the order in which their phones ring, and shows who is open now.

- Say in a few words when callers belong to someone, like "questions about invoices". The agent chooses by what the caller said, and goes on with the others in their order.
- With **Announced**, the person who answers hears who calls and why, takes the call with 1 or declines with 2. A voicemail presses nothing, so the next person is tried.
- With **Introduced**, the caller waits with music. The person hears who calls and takes the call with 1. Then the agent introduces the two to each other, so that both hear it, and leaves.
- With **Direct**, the caller is put through as soon as the phone is answered.
- Pause someone for a day off. Their place in the order stays.

Choose who an agent may use in its editor, under **Transfer**.

## When no one takes the call

The next phone rings as soon as one is busy, declined or not answered. After the last one the agent is back with an apology, takes a message, and asks when to call back: that call then stands under **Bookings**. The call's page shows who was tried and what came of it.

**Test the route** shows who would be called at any time, without calling anyone.
`,
  },
];
