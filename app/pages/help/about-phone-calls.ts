/** Articles: calls that agents make, and recordings. */
import type { Article } from "./article.ts";

export const phoneCallArticles: readonly Article[] = [
  {
    slug: "outbound-calls",
    title: "Have an agent call someone",
    summary: "Place a call from an agent, a past call or a number, and know when people may be called.",
    topic: "Calls",
    pages: ["/agents/:agentId/dial"],
    words:
      "outbound outgoing place dial ring back callback voicemail machine answering do-not-call dnc hours compliance test phone",
    body: `
1. Open the agent and choose **Call a number**. On the page of a finished call, **Call back** fills the number in, and calls from the number that was called, with that number's agent for outgoing calls. The page of a number has **Call a number**, too.
2. Type the number, and choose the number to call from.
3. Choose **Check the number**. You see whether it may be called now, and if not, why. Nothing rings yet.
4. Choose **Call now**. You can follow the call as it happens.

The published agent calls and speaks first. What it says then is in its editor, under **Calls it makes**. Its minutes count like those of any other call.

To hear how your number calls, open it under **Numbers** and choose **Ring your phone**. It rings the default test number of your **Settings**, or any other you type. The same rules hold for it.

## When people may be called

| Rule | What it means |
| Their hours | 8 am to 9 pm where they are, and less where the law allows less. A number that may be in several time zones is called only within the hours of all of them. |
| Do-not-call list | Numbers on it are never called. Callers get on it by asking, or by pressing \`9\` in a call that an agent made. |
| Countries | Only those chosen under **Telephony**, and never numbers that cost extra. |

A call that a rule refused stands in the call history with its reason.

## When a machine answers

Choose in the agent's editor: don't check, hang up, or leave a message after the beep. **As set under Telephony** leaves it to the setting that holds for all agents. The call's page says whether a person or a machine answered. Checking has a small price of its own, which stands with the cost of the call.
`,
  },
  {
    slug: "recordings",
    title: "Record calls and listen to them",
    summary: "Turn recording on, ask for consent, play a call in step with its words, and delete the sound.",
    topic: "Calls",
    pages: ["/settings/data", "/call-history/:callId"],
    words:
      "recording record listen play audio sound consent privacy retention delete download waveform speed player",
    body: `
Calls aren't recorded until an owner or admin turns it on: open **Settings**, then **Export or erase data**, and find **Recording**. Each agent has a switch of its own in its editor, too.

## Consent

- Recording begins only after the sentence in **What people hear first**. Say in it that the call is recorded.
- A caller who says no isn't recorded any more, and what was recorded until then is deleted. The call goes on.
- Calls in the browser are never recorded.
- What you must say, and whether everyone must agree, depends on where you and your callers are. Ask your lawyer.

> A recording holds everything that is said, card numbers too. Turn it off for agents that take payments by card.

## Listening

Open the call. A minute or two after it ended, its recording stands above the transcript.

- **Play** it, or press the time beside a line to hear it from there. The line that you hear is marked.
- **Speed** goes from 0.75 to 2 times.
- With the keyboard, the left and right arrows go 5 seconds back and on, \`Home\` and \`End\` to the beginning and the end, and \`K\` plays and pauses.
- **Download** gives you the sound as a file.

Viewers can't listen, and links that you share play nothing.

## How long it's kept

**Delete recordings after** says after how many days the sound is deleted; it's 90 unless you change it. The transcript has its [own time](/help/retention-and-redaction). Owners and admins can delete a single recording on the call's page. When you [erase a person](/help/erase-a-person), the recordings of their calls go, too.
`,
  },
];
