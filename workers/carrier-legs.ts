/** Answers the webhooks of a phone that a transfer rings: it asks what to say, sends the key that was pressed, and reports how far it has come. */
import { z } from "zod";
import { callSession } from "./call-door.ts";
import { callAddress } from "./carriers/call-address.ts";
import { type CarrierContext, type CarrierPost, markup } from "./carriers/carrier-post.ts";
import type { LegPost } from "./carriers/transfer-markup.ts";
import { type ConferenceNews, roomOf } from "./conference.ts";
import type { LegNews } from "./transfer-legs.ts";

/** Tells the call what happened at that phone. */
async function told(post: CarrierPost, context: CarrierContext, newsOf: (leg: LegPost) => LegNews) {
  const id = z.uuid().parse(post.id);
  context.owner.call_id = id;
  const leg = context.wire.parse.leg(post.content);
  return { id, answer: await callSession(context.env, id).transferLeg(newsOf(leg)) };
}

const attempt = z.int().min(0);

const about = (post: CarrierPost, { account }: CarrierContext, leg: LegPost) => ({
  n: attempt.parse(post.n),
  leg_id: leg.leg_id,
  capacity_account: account.lines_of,
});

/** The phone was answered: who calls, and which key does what. */
export async function answerWhisper(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { wire, settings, account } = context;
  const { id, answer } = await told(post, context, (leg) => ({
    ...about(post, context, leg),
    what: "answered",
  }));
  if (answer.do !== "whisper") return markup(wire.answer.hangUp());
  const key = await callAddress(settings, account, "whisper-key", `${id}/${post.n}`);
  return markup(wire.answer.whisper({ words: answer.words, by: answer.by, key }));
}

/** A key was pressed, or none was. */
export async function answerWhisperKey(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { wire } = context;
  const { id, answer } = await told(post, context, (leg) => ({
    ...about(post, context, leg),
    what: "key",
    digits: leg.digits,
  }));
  if (answer.do === "meet")
    return markup(wire.answer.meet({ room: roomOf(id, attempt.parse(post.n)), seconds: answer.seconds }));
  return markup(answer.do === "join" ? wire.answer.join() : wire.answer.hangUp());
}

export async function answerLegStatus(post: CarrierPost, context: CarrierContext): Promise<Response> {
  await told(post, context, (leg) => ({
    ...about(post, context, leg),
    what: "status",
    status: leg.status,
  }));
  return new Response(null, { status: 204 });
}

/** Tells the call what happens in the conference in which its caller waits. */
function toldConference(post: CarrierPost, context: CarrierContext, news: ConferenceNews) {
  const id = z.uuid().parse(post.id);
  context.owner.call_id = id;
  const about_it = { n: attempt.parse(post.n), capacity_account: context.account.lines_of };
  return callSession(context.env, id).conference({ ...about_it, ...news });
}

/** The conference has begun: both are in it. */
export async function answerConference(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { id } = context.wire.parse.conference(post.content);
  await toldConference(post, context, { what: "began", id });
  return new Response(null, { status: 204 });
}

/** The carrier asks what to say to both. */
export async function answerIntroduction(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { wire, settings, account } = context;
  const said = await toldConference(post, context, { what: "speaks" });
  if (!said) return markup(wire.answer.join());
  const over = await callAddress(settings, account, "introduced", `${post.id}/${post.n}`);
  return markup(wire.answer.introduce({ ...said, over }));
}

/** The introduction was said: the agent leaves. */
export async function answerIntroduced(post: CarrierPost, context: CarrierContext): Promise<Response> {
  await toldConference(post, context, { what: "spoke" });
  return markup(context.wire.answer.join());
}
