/** Calls between the sandbox and the real product: by script in simulated time, and at the phone in real time. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { post, sandbox, twilioClient } from "./world.ts";

const desk = "+12125550142";
const client = twilioClient();

beforeAll(async () => {
  const seeded = await sandbox("/seed", { method: "POST" });
  expect(seeded.status).toBe(200);
});

type News = { type: string; role?: string; text?: string; ended_by?: string; frame?: { type: string } };

/** A line as the phone's page holds it. */
async function line(path: string) {
  const response = await exports.default.fetch(
    new Request(`https://app.test/sandbox/phone${path}`, { headers: { upgrade: "websocket" } }),
  );
  const socket = response.webSocket;
  if (!socket) throw new Error(`no line: ${response.status} ${await response.text()}`);
  const news: News[] = [];
  const waiting: { wanted: (one: News) => boolean; found: (one: News) => void }[] = [];
  socket.addEventListener("message", ({ data }) => {
    const one: News = JSON.parse(String(data));
    news.push(one);
    for (const { wanted, found } of waiting) if (wanted(one)) found(one);
  });
  socket.accept();
  return {
    tell: (input: object) => socket.send(JSON.stringify(input)),
    /** The first news, past or to come, that is wanted. */
    heard: (wanted: (one: News) => boolean): Promise<News> =>
      new Promise((found) => {
        const past = news.find(wanted);
        if (past) found(past);
        else waiting.push({ wanted, found });
      }),
    news,
  };
}

const isFrame = (type: string) => (one: News) => one.type === "event" && one.frame?.type === type;
const isEnd = (one: News) => one.type === "ended";

type Result = {
  ended_by: string;
  status: string;
  transcript: { role: string; text: string; at_ms: number }[];
};
const script = (from: string, turns: object[]): Promise<Response> =>
  post("/phone/calls", { from, to: desk, turns });

test("nine seconds of silence pass in a blink, and the agent asks", async () => {
  const answer = await script("+13035550101", [{ silence_ms: 9000 }, { hang_up: true }]);
  const { transcript, ended_by }: Result = await answer.json();
  // The demo records its calls: the carrier says so first.
  const [, greeting, question] = transcript;
  expect(question).toMatchObject({ role: "agent" });
  expect((question?.at_ms ?? 0) - (greeting?.at_ms ?? 0)).toBeGreaterThan(8000);
  expect(ended_by).toBe("caller");
});

test("a socket that drops is taken up again, and the agent does not greet anew", async () => {
  const answer = await script("+13035550102", [
    { say: "I'd like to book a cleaning" },
    { drop_socket: true },
    { say: "Actually, what are your opening hours?" },
    { hang_up: true },
  ]);
  const { transcript, status }: Result = await answer.json();
  const agent = transcript.filter(({ role }) => role === "agent").map(({ text }) => text);
  expect(agent).toHaveLength(5);
  expect(agent.slice(2)).not.toContain(agent[1]);
  expect(status).toBe("completed");
});

test("many call at once, and each is answered on its own clock", async () => {
  const numbers = Array.from({ length: 8 }, (_, index) => `+1303555${1000 + index}`);
  const answers = await Promise.all(
    numbers.map(
      async (from): Promise<Result> => (await script(from, [{ say: "Hello" }, { hang_up: true }])).json(),
    ),
  );
  expect(answers.map(({ ended_by }) => ended_by)).toEqual(numbers.map(() => "caller"));
  const [first] = answers;
  for (const { transcript } of answers) expect(transcript).toEqual(first?.transcript);
});

test("as lines of JSON the call is told while it goes on, and ends with who ended it", async () => {
  const turns = [{ say: "Hello" }, { hang_up: true }];
  const told = await post(
    "/phone/calls",
    { from: "+13035550103", to: desk, turns },
    { accept: "application/x-ndjson" },
  );
  const lines: News[] = (await told.text())
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one));
  expect(lines.filter(({ type }) => type === "said").map(({ role }) => role)).toEqual([
    "agent",
    "agent",
    "caller",
    "agent",
  ]);
  expect(lines.at(-1)).toMatchObject({ type: "ended", ended_by: "caller", status: "completed" });
});

test("somebody at the phone types, is answered and hangs up", async () => {
  const phone = await line(`/line?${new URLSearchParams({ to: desk, from: "+13035550104" })}`);
  await phone.heard(isFrame("text"));
  phone.tell({ type: "say", text: "I'd like to book a cleaning" });
  await phone.heard((one) => one.type === "said" && one.role === "caller");
  await phone.heard(isFrame("prompt"));
  phone.tell({ type: "hang_up" });
  expect(await phone.heard(isEnd)).toMatchObject({ ended_by: "caller", status: "completed" });
});

test("what the phone does not understand is said, and the call goes on", async () => {
  const phone = await line(`/line?${new URLSearchParams({ to: desk, from: "+13035550105" })}`);
  phone.tell({ type: "sing" });
  await phone.heard((one) => one.type === "notice");
  phone.tell({ type: "hang_up" });
  expect(await phone.heard(isEnd)).toMatchObject({ ended_by: "caller" });
});

test("a call that the product places rings at the phone, and can be answered or declined there", async () => {
  const twiml = "<Response><Say>Hi.</Say></Response>";
  const ring = async (to: string): Promise<string> => {
    const { sid } = await client.calls.create({ to, from: desk, twiml });
    const ringing = async () => {
      const { calls }: { calls: { call_sid: string }[] } = await (await sandbox("/phone/ringing")).json();
      return calls.some(({ call_sid }) => call_sid === sid);
    };
    await expect.poll(ringing).toBe(true);
    return sid;
  };
  const phone = await line(`/lines/${await ring("+13035550106")}`);
  expect(await phone.heard(isEnd)).toMatchObject({ ended_by: "agent", status: "completed" });
  expect(phone.news.find(({ type }) => type === "said")).toMatchObject({ text: "Hi." });
  const declined = await ring("+13035550107");
  expect((await sandbox(`/phone/lines/${declined}`, { method: "DELETE" })).status).toBe(204);
  await expect.poll(async () => (await client.calls(declined).fetch()).status).toBe("busy");
});
