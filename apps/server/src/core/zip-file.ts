import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { BEYOND, DEFLATED, END, END64_PLACE, ENTRY, FIELD64, LOCAL, STORED } from './zip.ts';

interface Member {
  method: number;
  packed: number;
  offset: number;
}

/** A comment behind the end of the directory has at most so many bytes. */
const COMMENT = 0xffff;
const HEAD = 30;
const CHUNK = 65_536;

/** An archive of any size on the disk: its directory is in memory, its members are streams. */
export class ZipFile {
  readonly #file: FileHandle;
  readonly #members: ReadonlyMap<string, Member>;

  private constructor(file: FileHandle, members: ReadonlyMap<string, Member>) {
    this.#file = file;
    this.#members = members;
  }

  /** @throws when it is no archive, or ends too early */
  static async open(path: string): Promise<ZipFile> {
    const file = await open(path);
    try {
      return new ZipFile(file, membersIn(await directoryOf(file)));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  names(): IterableIterator<string> {
    return this.#members.keys();
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** A member unpacked. Its checksum is the reader's own to look at. @throws when it is not there */
  async stream(name: string): Promise<Readable> {
    const member = this.#members.get(name);
    if (!member) throw new Error(`no member ${name}`);
    const head = await bytesAt(this.#file, member.offset, HEAD);
    if (head.readUInt32LE(0) !== LOCAL) throw new Error(`no member ${name}`);
    const start = member.offset + HEAD + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (member.packed === 0) return Readable.from([]);
    const packed = Readable.from(this.#chunks(start, start + member.packed));
    if (member.method === STORED) return packed;
    if (member.method !== DEFLATED) throw new Error(`unknown method of ${name}`);
    const unpacking = createInflateRaw();
    packed.once('error', (error) => unpacking.destroy(error));
    return packed.pipe(unpacking);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Not by a stream of the file: each would leave a listener at its handle. */
  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += CHUNK) yield await bytesAt(this.#file, at, Math.min(CHUNK, end - at));
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new Error('the archive ends too early');
  return buffer;
}

async function directoryOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - 22 - COMMENT - 20);
  const tail = await bytesAt(file, tailStart, size - tailStart);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END);
  const at = tail.lastIndexOf(signature);
  if (at < 0 || at + 22 > tail.length) throw new Error('no directory');
  const place = at - 20;
  if (place < 0 || tail.readUInt32LE(place) !== END64_PLACE)
    return bytesAt(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
  const end = await bytesAt(file, Number(tail.readBigUInt64LE(place + 8)), 56);
  return bytesAt(file, Number(end.readBigUInt64LE(48)), Number(end.readBigUInt64LE(40)));
}

function membersIn(directory: Buffer): Map<string, Member> {
  const members = new Map<string, Member>();
  for (let at = 0; at < directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY) throw new Error('no member');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const fieldsEnd = nameEnd + directory.readUInt16LE(at + 30);
    const offset = directory.readUInt32LE(at + 42);
    members.set(directory.toString('utf8', at + 46, nameEnd), {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      offset: offset === BEYOND ? offset64(directory.subarray(nameEnd, fieldsEnd)) : offset,
    });
    at = fieldsEnd + directory.readUInt16LE(at + 32);
  }
  return members;
}

/** Sizes of our members have 32 bits, so the offset is the only number there. */
function offset64(fields: Buffer): number {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2))
    if (fields.readUInt16LE(at) === FIELD64) return Number(fields.readBigUInt64LE(at + 4));
  throw new Error('no offset');
}
