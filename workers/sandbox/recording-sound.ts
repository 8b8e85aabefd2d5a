/** The sound of a recording on this machine: a WAV file of two channels in which each side hums while it speaks. */
import type { SpokenSpan } from "./carrier-records.ts";

const rate = 8000;
/** Hz: the caller hums lower. */
const pitch = { caller: 185, agent: 262 } as const;
/** A minute is 0.9 MB; a recording of an hour is still a file that a test can fetch. */
const longest_s = 3600;

const letters = (view: DataView, at: number, text: string): void => {
  for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index));
};

/** Two channels of eight bits: the caller's and the agent's. */
export function soundOf(seconds: number, spoken: readonly SpokenSpan[]): ArrayBuffer {
  const frames = Math.max(1, Math.min(longest_s, seconds)) * rate;
  const wav = new DataView(new ArrayBuffer(44 + frames * 2));
  letters(wav, 0, "RIFF");
  wav.setUint32(4, 36 + frames * 2, true);
  letters(wav, 8, "WAVEfmt ");
  wav.setUint32(16, 16, true);
  wav.setUint16(20, 1, true);
  wav.setUint16(22, 2, true);
  wav.setUint32(24, rate, true);
  wav.setUint32(28, rate * 2, true);
  wav.setUint16(32, 2, true);
  wav.setUint16(34, 8, true);
  letters(wav, 36, "data");
  wav.setUint32(40, frames * 2, true);
  const samples = new Uint8Array(wav.buffer, 44).fill(128);
  for (const { role, from, to } of spoken) {
    const channel = role === "caller" ? 0 : 1;
    const [first, last] = [from, to].map((ms) =>
      Math.max(0, Math.min(frames, Math.round((ms / 1000) * rate))),
    );
    for (let frame = first ?? 0; frame < (last ?? 0); frame += 1) {
      // Four syllables a second, so that it sounds, and looks, like speech.
      const syllable = Math.abs(Math.sin((Math.PI * 4 * frame) / rate));
      const hum = Math.sin((2 * Math.PI * pitch[role] * frame) / rate);
      samples[frame * 2 + channel] = 128 + Math.round(70 * syllable * hum);
    }
  }
  return wav.buffer;
}
