/** Reads a WAV file as it comes: its length, and how loud each channel is in equal parts of the time. Nothing of it is kept. */
import type { Peaks } from "./recording.schema.ts";

/** Parts of the time that a finished waveform has. */
const parts = 300;
/** While a file comes, so many parts of a second are measured. */
const perSecond = 10;
/** Samples that are looked at: every fourth tells as much about loudness. */
const stride = 4;
const longestHeader = 4096;

type Format = { channels: number; rate: number; bits: number; isMuLaw: boolean };

/** The loudness of a µ-law byte, 0 to 1. */
function muLaw(byte: number): number {
  const value = ~byte & 0xff;
  return ((((value & 0x0f) << 3) + 0x84) << ((value >> 4) & 7)) / 32_768 - 0x84 / 32_768;
}

export class WavPeaks {
  #header = new Uint8Array(0);
  #format: Format | null = null;
  #isOther = false;
  /** Bytes of a frame that the next piece completes. */
  #rest = new Uint8Array(0);
  #frames = 0;
  /** Of the file's own audio, as its header says; Infinity: it does not say. */
  #left = Number.POSITIVE_INFINITY;
  readonly #loudest: number[][] = [[], []];

  /** The next piece of the file. */
  take(piece: Uint8Array): void {
    if (this.#isOther) return;
    if (this.#format) {
      this.#measure(piece, this.#format);
      return;
    }
    const header = new Uint8Array(this.#header.length + piece.length);
    header.set(this.#header);
    header.set(piece, this.#header.length);
    const found = formatOf(header);
    if (found) {
      this.#format = found.format;
      this.#left = found.bytes;
      this.#header = new Uint8Array(0);
      this.#measure(header.subarray(found.at), found.format);
    } else if (header.length > longestHeader) this.#isOther = true;
    else this.#header = header;
  }

  /** Whether it is a WAV file that this can read. */
  get isRead(): boolean {
    return this.#format !== null && this.#frames > 0;
  }

  get seconds(): number | null {
    return this.#format && this.#frames > 0 ? Math.round(this.#frames / this.#format.rate) : null;
  }

  /** Null: it is no WAV file, or one without sound. */
  get peaks(): Peaks | null {
    if (!this.#format || this.#frames === 0) return null;
    return this.#loudest.slice(0, Math.min(2, this.#format.channels)).map(evened);
  }

  #measure(piece: Uint8Array, format: Format): void {
    const { channels, rate, bits, isMuLaw } = format;
    const width = bits / 8;
    const frame = width * channels;
    const all = joined(this.#rest, piece).subarray(0, this.#left + this.#rest.length);
    this.#left -= piece.length;
    const whole = Math.floor(all.length / frame);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const window = rate / perSecond;
    for (let index = 0; index < whole; index += stride) {
      const part = Math.floor((this.#frames + index) / window);
      for (let channel = 0; channel < Math.min(2, channels); channel += 1) {
        const at = index * frame + channel * width;
        const loud =
          bits === 16
            ? Math.abs(view.getInt16(at, true)) / 32_768
            : isMuLaw
              ? muLaw(view.getUint8(at))
              : Math.abs(view.getUint8(at) - 128) / 128;
        const own = this.#loudest[channel];
        if (own && loud > (own[part] ?? 0)) own[part] = loud;
        else if (own && own[part] === undefined) own[part] = 0;
      }
    }
    this.#frames += whole;
    this.#rest = all.slice(whole * frame);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** The loudest of each of the finished parts, 0 to 100. */
function evened(measured: readonly number[]): number[] {
  const count = Math.min(parts, measured.length);
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * measured.length) / count);
    const to = Math.max(from + 1, Math.floor(((part + 1) * measured.length) / count));
    const loudest = measured.slice(from, to).reduce((most, one) => Math.max(most, one ?? 0), 0);
    return Math.min(100, Math.round(loudest * 100));
  });
}

/** Where the audio begins, how long it is, and how it is written; null: that is not all there yet, or this is another kind of file. */
function formatOf(header: Uint8Array): { format: Format; at: number; bytes: number } | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const word = (at: number) => String.fromCharCode(...header.subarray(at, at + 4));
  if (header.length < 12 || word(0) !== "RIFF" || word(8) !== "WAVE") return null;
  let format: Format | null = null;
  for (let at = 12; at + 8 <= header.length; ) {
    const size = view.getUint32(at + 4, true);
    if (word(at) === "fmt " && at + 24 <= header.length) {
      const kind = view.getUint16(at + 8, true);
      const bits = view.getUint16(at + 22, true);
      const isMuLaw = kind === 7;
      const [channels, rate] = [view.getUint16(at + 10, true), view.getUint32(at + 12, true)];
      const isKnown = (kind === 1 && (bits === 8 || bits === 16)) || (isMuLaw && bits === 8);
      if (isKnown && channels > 0 && channels < 9 && rate > 0) format = { channels, rate, bits, isMuLaw };
    }
    if (word(at) === "data") {
      // A file that was written as it came does not know its length.
      const bytes = size === 0 || size >= 0xff_ff_ff_00 ? Number.POSITIVE_INFINITY : size;
      return format && { format, at: at + 8, bytes };
    }
    at += 8 + size + (size % 2);
  }
  return null;
}
