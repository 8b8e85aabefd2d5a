/** `<Start><Recording>`: reports to the product that a recording runs, and at the end of the call its address (docs/telephony.md, "Recording"). */
import { newSid } from "./carrier-records.ts";
import type { PhoneCall } from "./phone-call.ts";
import type { RecordingOrder } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

export async function startRecording(
  call: PhoneCall,
  order: RecordingOrder,
  document: Document,
): Promise<void> {
  const sid = newSid("RE");
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
        RecordingUrl: `https://api.twilio.com/2010-04-01/Accounts/${account_sid}/Recordings/${sid}`,
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
  };
  await call.carrier.keepRecording(recording);
  await tell("in-progress", 0);
  call.recordings.push({
    finish: async () => {
      const seconds = Math.round((call.pace.now() - recording.started_at) / 1000);
      await call.carrier.keepRecording({ ...recording, duration: seconds });
      await tell("completed", seconds);
    },
  });
}
