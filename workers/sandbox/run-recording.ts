/** `<Start><Recording>`: reports to the product that a recording runs, and when it ends its address (docs/telephony.md, "Recording"). */
import { newSid, type SpokenSpan } from "./carrier-records.ts";
import type { PhoneCall } from "./phone-call.ts";
import type { RecordingOrder } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

const msPerCharacter = 1000 / 15;

/** Who speaks when, from the beginning of a recording. */
const spokenIn = (call: PhoneCall, began: number, seconds: number): SpokenSpan[] =>
  call.log.transcript.flatMap(({ role, text, at_ms }) => {
    const length = text.length * msPerCharacter;
    // The caller's words are known when they are over, the agent's when they begin.
    const from = (role === "caller" ? at_ms - length : at_ms) - began;
    const to = Math.min(seconds * 1000, from + length);
    return to > 0 ? [{ role, from: Math.max(0, Math.round(from)), to: Math.round(to) }] : [];
  });

export async function startRecording(
  call: PhoneCall,
  order: RecordingOrder,
  document: Document,
): Promise<void> {
  const { carrier } = call.account;
  const sid = carrier === "telnyx" ? crypto.randomUUID() : newSid("RE");
  const { account_sid, sid: callSid } = call.record;
  const tell = async (status: "in-progress" | "completed", seconds: number): Promise<void> => {
    if (!order.recordingStatusCallback || !order.recordingStatusCallbackEvent.includes(status)) return;
    await call.webhook({
      act: "recording-callbacks",
      url: resolve(order.recordingStatusCallback, document),
      method: order.recordingStatusCallbackMethod,
      params: {
        AccountSid: account_sid,
        CallSid: callSid,
        RecordingSid: sid,
        RecordingStatus: status,
        RecordingSource: "StartCallRecordingTwiML",
        RecordingTrack: order.track,
        RecordingChannels: order.channels === "dual" ? "2" : "1",
        RecordingStartTime: new Date(call.pace.now()).toUTCString(),
        RecordingUrl:
          carrier === "telnyx"
            ? `https://s3.amazonaws.com/telephony-recorder-prod/${sid}.wav`
            : `https://api.twilio.com/2010-04-01/Accounts/${account_sid}/Recordings/${sid}`,
        ...(status === "completed" && { RecordingDuration: String(seconds) }),
      },
    });
  };
  const recording = {
    sid,
    call_sid: callSid,
    account_sid,
    channels: order.channels === "dual" ? 2 : 1,
    started_at: call.pace.now(),
    duration: null,
    spoken: "[]",
  };
  const began = call.pace.elapsed();
  await call.carrier.keepRecording(recording);
  await tell("in-progress", 0);
  call.recordings.push({
    finish: async () => {
      const now = await call.carrier.recording(sid);
      // Stopped and deleted while the call went on.
      if (now === null) return;
      if (now.duration !== null) return tell("completed", now.duration);
      const seconds = Math.round((call.pace.now() - recording.started_at) / 1000);
      const spoken = JSON.stringify(spokenIn(call, began, seconds));
      await call.carrier.keepRecording({ ...recording, duration: seconds, spoken });
      await tell("completed", seconds);
    },
  });
}
