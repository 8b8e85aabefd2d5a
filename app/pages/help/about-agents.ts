/** Articles: agents. */
import type { Article } from "./article.ts";

export const agentArticles: readonly Article[] = [
  {
    slug: "create-an-agent",
    title: "Create an agent",
    summary: "Pick a starting point, change the words, save, and assign a number.",
    topic: "Agents",
    pages: ["/agents/new", "/agents"],
    words: "new add receptionist booking lead template make assistant bot",
    body: `
1. Open **Agents** and choose **New agent**.
2. Pick a starting point. **Receptionist** answers questions and takes messages, **Appointment booking** fills your calendar, and **Lead qualification** asks what you need to know about a prospect.
3. Give it a name and a greeting. Keep the greeting under eight seconds: {organization} and {agent} are replaced with their names.
4. Choose **Save**. The agent answers from the next call, as soon as it has a [number](/help/get-a-number).

![The list of agents with their calls of the last seven days](agents)

Everyone with the role of owner, admin or member can create and change agents. Your plan says how many you can have; archived agents don't count.
`,
  },
  {
    slug: "what-agents-say",
    title: "Write what an agent says and asks",
    summary: "Greeting, questions to callers, and what happens when the agent doesn't know.",
    topic: "Agents",
    pages: ["/agents"],
    words: "conversation greeting questions prompt script transfer callback message wording",
    body: `
Everything an agent says is in its editor, under **Conversation**.

- **Greeting**: the first thing a caller hears. One or two short sentences.
- **What to find out**: the questions your agent asks, in this order. It skips what the caller has already said. Mark a question **Required** if the call isn't done without it.
- **Exact wording**: leave it blank and the agent phrases the question itself.
- **When it doesn't know**: offer a callback and note the question, take a message, or transfer the caller. The agent never makes up an answer.

![The editor of an agent, open at its conversation](agent-conversation)

## Questions it couldn't answer

They're collected on the dashboard and in the agent's **Knowledge**. Add the answer there, and the next caller hears it.

> Read your texts aloud. If a sentence is hard to say in one breath, it's hard to hear on the phone.
`,
  },
  {
    slug: "who-answers",
    title: "Let a language model answer",
    summary: "Choose models and their order, say what they are told, and connect your own systems as tools.",
    topic: "Agents",
    pages: ["/agents"],
    words:
      "ai llm model gpt claude openai anthropic prompt tone rules spanish language tool webhook api cost tokens",
    body: `
Open the agent and choose **Who answers**.

- **The built-in agent** follows your questions and answers word for word. It speaks English and costs nothing extra.
- **Language models** understand what callers mean and answer in their own words. Choose up to four: the first one is asked first. If it fails or takes too long, the next one answers. When none has begun after six seconds at most, the built-in agent goes on in the same call. Callers who wait longer than a second and a half hear a few words meanwhile.

Models of OpenAI, Anthropic and compatible providers need a key, unless one is included. [Add a key](/help/language-models) in your settings.

## What it is told

Give it tasks, a tone and rules. Your questions, answers, opening hours and actions are added by themselves. If you write your own prompt, it takes the place of the tone and the rules; **Variables for your prompt** lists what you can use in it.

**Estimate** follows your choice of models before you save it: what a minute costs with each of them, and how long callers wait for the first word. It comes from published prices, and says "unknown" where there is none. **Measured** is what the last calls of the version that answers have shown.

**What is sent** shows the instructions as the model gets them. Choose **Show** to see your changes before you save them; the estimate then counts their length, too.

## Tools

A tool is an address of yours that the model may ask during a call, to look up an order for example. It gets a POST request with the details that the caller gave, and your secret as a bearer token. Answer within the time you set, with JSON or text of at most 16 KB.

**Test** sends sample values marked as a test and shows what your address answered. The secret is kept encrypted, is never shown again, and is sent to that server alone.
`,
  },
  {
    slug: "agent-knowledge",
    title: "Teach an agent answers",
    summary: "Add answers that callers hear word for word, and other names for the same question.",
    topic: "Agents",
    pages: ["/agents"],
    words: "knowledge faq answers questions teach parking address directions hours",
    body: `
Open the agent and go to **Knowledge**.

- **What callers ask** is a question or a topic, like "Is there parking?".
- **Also called** lists other words for it, separated by commas, like "garage, where to park".
- **What the agent answers** is said in exactly these words, at any point in a call. Then the agent picks up where it left off.

You don't need to add your opening hours, holidays or address: the agent knows them from [Settings](/help/organization-settings).

![Answers in the knowledge of an agent](agent-knowledge)

## Good answers are short

Two sentences are enough. Callers can't skim, and they can always ask for more.
`,
  },
  {
    slug: "book-appointments",
    title: "Let an agent book appointments",
    summary: "Appointment types, times, notice, and how double bookings are prevented.",
    topic: "Agents",
    pages: ["/agents"],
    words: "booking calendar schedule slot appointment type notice window reschedule move cancel",
    body: `
Open the agent, go to **Actions** and turn on **Book appointments**. The agent offers open times within your hours, repeats the one the caller picks, and books it once they confirm.

- **Appointment types** have a name and a length. Add other names that callers use.
- **Start times** says how often a slot begins, from every 5 minutes to every hour.
- **Minimum notice** keeps the next hours free.
- **Booking window** is how far ahead callers can book.

## Two callers, one slot

A slot is taken the moment it's booked. If two callers want the same time, the second one is offered the next open time in the same breath.

## Moved and cancelled

The agent also moves and cancels appointments. It finds those that were made with the number the caller calls from. A caller on another phone gives the name and the number that the appointment was made with. The agent names the appointment, asks once, and only then changes it. What it can't find is passed on to you as a message.

## Opening hours and holidays

Appointments are only booked within the opening hours of the agent, and never on a day that's listed as a holiday or closure. For a lunch break, add two time ranges to a day.
`,
  },
  {
    slug: "transfer-calls",
    title: "Transfer calls to a person",
    summary: "When callers are put through, to which number, and what happens if no one answers.",
    topic: "Agents",
    pages: ["/agents"],
    words: "transfer forward human person operator handoff put through",
    body: `
Open the agent, go to **Transfer** and enter a phone number under **Transfer to a person**, with its country code, like +1 415 555 0100. Leave it blank to turn transfers off.

The agent transfers a caller who asks for a person, and it can do so when it doesn't know an answer. **Name or department** is how it says it: "I'll put you through to the office."

If no one picks up, the agent comes back, apologizes, takes a message and asks when someone should call back.

> Transferred minutes are part of the call and count toward your plan.
`,
  },
  {
    slug: "emergencies",
    title: "Handle emergencies",
    summary: "Words that make the agent drop everything and say only what matters.",
    topic: "Agents",
    pages: ["/agents"],
    words: "emergency urgent danger gas leak chest pain 911",
    body: `
Open the agent, go to **Actions** and turn on **Listen for emergency words**.

- **Emergency words** are separated by commas, like "chest pain, gas leak".
- **Emergency message** is all the agent says when a caller uses one of them.

Write a message that tells the caller what to do right now, such as hanging up and dialing 911.

> An agent can't call emergency services. It can only tell a caller to.
`,
  },
  {
    slug: "voice-and-hours",
    title: "Change an agent's voice and hours",
    summary: "How it sounds, when it answers, and how long a call may last.",
    topic: "Agents",
    pages: ["/agents"],
    words: "voice sound accent opening hours after hours limit maximum length advanced name",
    body: `
- **Name and voice**: the agent's name is visible to your team, and callers hear it if the greeting uses {agent}. Each voice has a word on its character, such as firm or upbeat, and your favorites come first. **Preview** plays the chosen one; compare them all under [Voices](/help/voices).
- **Hours**: by default the agent answers around the clock and books only within these hours. Choose **Answer only in these hours** to have it tell callers that you're closed.
- **Advanced**: the agent politely ends calls that reach the maximum length.

Holidays and closures are set once for all agents, under [Settings](/help/organization-settings). There you also see which agents have hours of their own.
`,
  },
  {
    slug: "try-a-draft",
    title: "Try changes before callers hear them",
    summary: "Talk to the draft in the editor, then publish it.",
    topic: "Agents",
    pages: ["/agents"],
    words: "test draft version save publish preview rehearse simulate unsaved history roll back trial share",
    body: `
While you edit an agent, callers keep talking to the published version.

1. Choose **Call the draft** beside the editor and type what a caller would say.
2. Watch what it would do. It checks your real calendar but won't book anything.
3. Choose **Save draft**. Callers don't meet it yet; the page says how many changes wait.
4. Choose **Publish**. The new version is live from the next call; calls in progress finish with the version they began with.

![A conversation with a draft in the editor](agent-try)

## Go back, or try a version on some calls

**Versions** lists who published what and when, and how calls went with each version. **Changes** shows a version beside the one before, **Roll back** publishes an earlier one again, and **Edit** opens it as your draft.

To be careful, publish for a share of the calls. The new version is compared with the one before: after at least 10 calls, one that does clearly worse or takes twice as long to answer is taken back by itself. After 50 calls, one that does well gets all of them.

## If a colleague saved first

You're told so, and nothing is overwritten. You can load their version or keep yours.

## If you leave with unsaved changes

The page asks first. Without a connection, what you typed stays in the form until you're back online.
`,
  },
  {
    slug: "knowledge",
    title: "Let agents look things up",
    summary:
      "Add texts, files and web pages that your agents answer from, and answer what callers asked in vain.",
    topic: "Agents",
    pages: ["/agents/knowledge", "/agents"],
    words:
      "knowledge base file pdf upload website page import document search unanswered questions merge dismiss",
    body: `
Open **Agents** and choose **Knowledge**. What you add there is cut into short passages. When a caller asks something that an agent's own answers don't cover, the agent looks for the passage that answers it and says one or two sentences of it.

- **Entry**: a text that you type. Good for one subject, like parking or deposits.
- **File**: text, Markdown, HTML or PDF, up to 10 MB. A scanned PDF has no text in it, and a password-protected one can't be read.
- **Web page**: a public page that starts with https://. It's read once; choose **Read again** when the page has changed.

Each source is used by all agents unless you choose some. The same file or text is kept only once.

## Try a question

Type a question as a caller would. You see the passages that were found, and which one an agent **would answer** from. If the right one isn't first, use the caller's words in its title or heading.

## Unanswered questions

Questions that no agent could answer are listed on the same page, those that ask the same together. Open one and choose:

- **Answer**: your answer is known from the next call on, by all agents or only one, and the question leaves the list.
- **Dismiss**: it isn't listed again.
- **Merge**: it's counted with another one that asks the same.

A call's page shows which source an answer came from.

> Texts that give orders to an AI are marked. Agents treat everything here as information and don't follow it.
`,
  },
  {
    slug: "voices",
    title: "Choose voices and correct pronunciation",
    summary: "Filter and preview voices, pick a default and a fallback, and teach agents how to say a name.",
    topic: "Agents",
    pages: ["/voices"],
    words:
      "voice speech sound accent gender favorite default fallback pronounce pronunciation dictionary say name",
    body: `
Open **Voices** to see every voice that an agent can have. Filter them by language, accent, gender or provider, or search for a word such as warm.

- **Preview** plays a sentence of your own, with your pronunciations. If your organization has a [key](/help/language-models) of ElevenLabs, Google Text-to-Speech or Amazon Polly, you hear that provider's own voice, and the provider charges for it; hearing the same again is free for a few days. Other voices are spoken by the nearest voice your browser has, so that's only an approximation. The page says which one you hear. The editor of each agent has the same button.
- **Favorite** makes a voice a favorite of your organization. Favorites come first in this list and in the editor of each agent.
- **Used by** names the agents that have the voice now. To change an agent's voice, open the agent and go to **Name and voice**.

## Default and fallback

New agents start with the **default voice**. The **fallback voice** speaks when an agent's voice is no longer offered, or when the phone carrier refuses it, so callers never reach a silent line. It's used only for agents of its language.

## Pronunciation

If agents say a name or a word wrong, add it under **Pronunciation**: the word as it's written, and how it sounds. With "win" for Nguyen, callers hear "win" and your transcripts keep "Nguyen".

- Only whole words count, with any capitals: Nguyen's is corrected, Nguyenville isn't.
- Each entry is one word of letters and digits. Write how it sounds in plain letters, with spaces if that helps.
- All agents use the dictionary from the next call. It holds up to 200 words.

Owners, admins and members can change all of this; viewers can look.
`,
  },
  {
    slug: "copy-agents",
    title: "Copy, move and archive agents",
    summary: "Duplicate an agent, take it to another organization, or put it away.",
    topic: "Agents",
    pages: ["/agents/import", "/agents"],
    words: "duplicate export import file archive delete restore setup json",
    body: `
Open the agent and go to **Advanced**.

- **Duplicate** makes a copy in the same organization. Copies start without a number.
- **Export** gives you a setup file. In another organization, choose **Agents**, then **Import**, and pick the file. Phone numbers and transfer numbers are left out.
- **Archive** stops an agent from answering and takes it off the list. Past calls and bookings are kept.

A setup file contains what the agent says and does. It contains no callers, no calls and no people.
`,
  },
];
