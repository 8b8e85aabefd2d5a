/**
 * Writes a ZIP archive that can be interrupted between any two chunks: what it knows of the archive so far is plain JSON.
 * Each chunk is compressed by itself and ends at a byte boundary, so a later process continues the same entry
 * (RFC 1951, section 3.2.3; PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5.3). Libraries keep that state in memory
 * (docs/decisions/028-data-rights.md).
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import { z } from "zod";

const entryShape = z.object({
  name: z.string(),
  /** Where its header begins. */
  offset: z.int(),
  crc: z.int(),
  raw: z.int(),
  packed: z.int(),
  /** MS-DOS date and time. */
  date: z.int(),
  time: z.int(),
});
type Entry = z.infer<typeof entryShape>;

export const archiveShape = z.object({
  entries: z.array(entryShape),
  /** The entry that is being written. */
  open: entryShape.nullable(),
  /** Bytes written so far. */
  size: z.int(),
});
export type Archive = z.infer<typeof archiveShape>;

export const emptyArchive: Archive = { entries: [], open: null, size: 0 };

/** Of an entry; below 4 GiB, above which an entry needs another format. */
export const longestEntry = 2 ** 30;

const utf8 = new TextEncoder();
/** Sizes follow the data, and the name is UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** Version 4.5, which knows archives of more than 4 GiB. */
const version = 45;
const most32 = 0xffffffff;
/** Ends the entry's data: an empty last block. */
const lastBlock = Uint8Array.of(3, 0);

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Little-endian fields, one after the other. */
function record(fields: readonly Field[], ...tail: Uint8Array[]): Uint8Array {
  const head = new Uint8Array(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  const view = new DataView(head.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return joined([head, ...tail]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

type Written = { archive: Archive; bytes: Uint8Array };

const grown = (archive: Archive, bytes: Uint8Array): Written => ({
  archive: { ...archive, size: archive.size + bytes.length },
  bytes,
});

/** Begins an entry. `now`: ms UTC */
export function beginEntry(archive: Archive, name: string, now: number): Written {
  const at = new Date(now);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const open: Entry = { name, offset: archive.size, crc: 0, raw: 0, packed: 0, date, time };
  const named = utf8.encode(name);
  const header = record(
    [
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, time],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, named.length],
      [2, 0],
    ],
    named,
  );
  return grown({ ...archive, open }, header);
}

/** Adds text to the entry that is being written. */
export function addText(archive: Archive, text: string): Written {
  const { open } = archive;
  if (!open) throw new Error("no entry is open");
  const raw = utf8.encode(text);
  const bytes = new Uint8Array(deflateRawSync(raw, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }));
  return grown(
    {
      ...archive,
      open: {
        ...open,
        crc: crc32(raw, open.crc),
        raw: open.raw + raw.length,
        packed: open.packed + bytes.length,
      },
    },
    bytes,
  );
}

export function endEntry(archive: Archive): Written {
  const { open } = archive;
  if (!open) throw new Error("no entry is open");
  const entry = { ...open, packed: open.packed + lastBlock.length };
  const bytes = joined([
    lastBlock,
    record([
      [4, 0x08074b50],
      [4, entry.crc],
      [4, entry.packed],
      [4, entry.raw],
    ]),
  ]);
  return grown({ ...archive, open: null, entries: [...archive.entries, entry] }, bytes);
}

function listing({ name, offset, crc, raw, packed, date, time }: Entry): Uint8Array {
  const named = utf8.encode(name);
  const far =
    offset < most32
      ? new Uint8Array()
      : record([
          [2, 1],
          [2, 8],
          [8, offset],
        ]);
  return record(
    [
      [4, 0x02014b50],
      [2, (3 << 8) | version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, time],
      [2, date],
      [4, crc],
      [4, packed],
      [4, raw],
      [2, named.length],
      [2, far.length],
      [2, 0],
      [2, 0],
      [2, 0],
      // A regular file that its owner may write.
      [4, 0o100644 * 0x10000],
      [4, Math.min(offset, most32)],
    ],
    named,
    far,
  );
}

/** The directory of all entries, which ends the archive. */
export function endArchive(archive: Archive): Written {
  const { entries, size } = archive;
  const directory = joined(entries.map(listing));
  const end = size + directory.length;
  const wide =
    size < most32
      ? new Uint8Array()
      : joined([
          record([
            [4, 0x06064b50],
            [8, 44],
            [2, version],
            [2, version],
            [4, 0],
            [4, 0],
            [8, entries.length],
            [8, entries.length],
            [8, directory.length],
            [8, size],
          ]),
          record([
            [4, 0x07064b50],
            [4, 0],
            [8, end],
            [4, 1],
          ]),
        ]);
  const last = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, Math.min(size, most32)],
    [2, 0],
  ]);
  return grown(archive, joined([directory, wide, last]));
}
