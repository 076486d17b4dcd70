import { constants, crc32, inflateRawSync } from 'node:zlib';

/** A member of an archive, as its directory at the end describes it. */
export interface ZipPart {
  name: string;
  crc: number;
  size: number;
  packed: number;
  offset: number;
}

export const LOCAL = 0x04034b50;
export const ENTRY = 0x02014b50;
export const END = 0x06054b50;
const TAIL = 0x08074b50;
/** Of archives beyond 65,535 members or 4 GB: the end of the directory in 64 bits, and where it stands. */
const END64 = 0x06064b50;
export const END64_PLACE = 0x07064b50;
/** In a field of 32 or 16 bits: look into the 64-bit one. */
export const BEYOND = 0xffffffff;
const BEYOND16 = 0xffff;
/** The kind of the additional field that holds 64-bit numbers of a member. */
export const FIELD64 = 0x0001;
export const STORED = 0;
export const DEFLATED = 8;
/** Bit 11: names in UTF-8. */
const UTF8 = 0x0800;
/** Bit 3: checksum and sizes follow the data. */
const SIZES_FOLLOW = 0x0008;
/** Bits 0, 6 and 13: parts are encrypted. */
const ENCRYPTED = 0x2041;
/** 1980-01-01: the same rows always give the same bytes. */
const DAY = 0x0021;

/** What stands before a member's data. Without `part` its size and checksum follow the data (see zipSizes). */
export function zipHead(name: string, method: number, part?: Pick<ZipPart, 'crc' | 'size' | 'packed'>): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(part ? UTF8 : UTF8 | SIZES_FOLLOW, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(DAY, 12);
  head.writeUInt32LE(part?.crc ?? 0, 14);
  head.writeUInt32LE(part?.packed ?? 0, 18);
  head.writeUInt32LE(part?.size ?? 0, 22);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([head, Buffer.from(name)]);
}

export function zipSizes(part: ZipPart): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(TAIL, 0);
  tail.writeUInt32LE(part.crc, 4);
  tail.writeUInt32LE(part.packed, 8);
  tail.writeUInt32LE(part.size, 12);
  return tail;
}

/** The directory that ends an archive. `start`: where it begins. Each member is below 4 GB. */
export function zipDirectory(parts: readonly ZipPart[], method: number, start: number): Buffer {
  const entries = parts.map((part) => {
    const far = part.offset >= BEYOND;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(far ? 45 : 20, 4);
    entry.writeUInt16LE(far ? 45 : 20, 6);
    entry.writeUInt16LE(method === STORED ? UTF8 : UTF8 | SIZES_FOLLOW, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt16LE(DAY, 14);
    entry.writeUInt32LE(part.crc, 16);
    entry.writeUInt32LE(part.packed, 20);
    entry.writeUInt32LE(part.size, 24);
    entry.writeUInt16LE(Buffer.byteLength(part.name), 28);
    entry.writeUInt32LE(far ? BEYOND : part.offset, 42);
    if (!far) return Buffer.concat([entry, Buffer.from(part.name)]);
    const field = Buffer.alloc(12);
    field.writeUInt16LE(FIELD64, 0);
    field.writeUInt16LE(8, 2);
    field.writeBigUInt64LE(BigInt(part.offset), 4);
    entry.writeUInt16LE(field.length, 30);
    return Buffer.concat([entry, Buffer.from(part.name), field]);
  });
  const size = entries.reduce((sum, entry) => sum + entry.length, 0);
  const far = parts.length >= BEYOND16 || start + size >= BEYOND;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(far ? BEYOND16 : parts.length, 8);
  end.writeUInt16LE(far ? BEYOND16 : parts.length, 10);
  end.writeUInt32LE(far ? BEYOND : size, 12);
  end.writeUInt32LE(far ? BEYOND : start, 16);
  return Buffer.concat([...entries, ...(far ? [end64(parts.length, size, start)] : []), end]);
}

function end64(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(END64, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(END64_PLACE, 56);
  end.writeBigUInt64LE(BigInt(start + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

export interface ZipLimits {
  /** Members that are read; the others are not even unpacked. */
  keep(name: string): boolean;
  mostParts: number;
  /** Of all read members together, unpacked. */
  mostBytes: number;
}

/**
 * The same archive with its members unpacked, for a reader that knows no limits: it meets only bytes that were counted
 * here, whatever sizes the archive names, and no second description of them.
 * @throws for a broken or encrypted archive, two members of one name, and beyond the limits
 */
export function unpackedZip(data: Buffer, { keep, mostParts, mostBytes }: ZipLimits): Buffer {
  const chunks: Buffer[] = [];
  const parts: ZipPart[] = [];
  const names = new Set<string>();
  let offset = 0;
  let left = mostBytes;
  for (const { name, method, at, packed } of membersOf(data, mostParts)) {
    if (!keep(name)) continue;
    if (names.has(name)) throw new Error(`two members ${name}`);
    names.add(name);
    const content = unpacked(data.subarray(at, at + packed), method, left);
    left -= content.length;
    const part = { name, crc: crc32(content), size: content.length, packed: content.length, offset };
    const head = zipHead(name, STORED, part);
    parts.push(part);
    chunks.push(head, content);
    offset += head.length + content.length;
  }
  return Buffer.concat([...chunks, zipDirectory(parts, STORED, offset)]);
}

function unpacked(data: Buffer, method: number, most: number): Buffer {
  if (method !== STORED && method !== DEFLATED) throw new Error('unknown method');
  // At least 1: zlib takes no limit of 0.
  const content = method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, most) });
  if (content.length > most) throw new Error('too large');
  return content;
}

export interface ZipMember {
  name: string;
  method: number;
  at: number;
  packed: number;
  /** As the directory claims. */
  size: number;
}

/** One member. @throws if it unpacks to more than `most` bytes */
export const memberOf = (data: Buffer, { at, packed, method }: ZipMember, most: number): Buffer =>
  unpacked(data.subarray(at, at + packed), method, most);

const HEAD = 512;
/** The beginning of a member, of a few hundred bytes; empty if it cannot be unpacked. */
export function memberHead(data: Buffer, { at, packed, method }: ZipMember): Buffer {
  const start = data.subarray(at, at + Math.min(packed, HEAD));
  if (method === STORED) return start;
  try {
    return inflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1024 * 1024 });
  } catch {
    return Buffer.alloc(0);
  }
}

/** Sizes and places of the members by the directory; the end of an archive may carry a comment of 65,535 bytes. */
export function* membersOf(data: Buffer, most: number): Generator<ZipMember> {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END);
  const end = data.lastIndexOf(signature);
  if (end < 0) throw new Error('no directory');
  const count = data.readUInt16LE(end + 10);
  if (count > most) throw new Error('too many members');
  let at = data.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (data.readUInt32LE(at) !== ENTRY || data.readUInt16LE(at + 8) & ENCRYPTED) throw new Error('no member');
    const packed = data.readUInt32LE(at + 20);
    const nameLength = data.readUInt16LE(at + 28);
    const local = data.readUInt32LE(at + 42);
    const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    if (data.readUInt32LE(local) !== LOCAL || start + packed > data.length) throw new Error('no member');
    const name = data.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    yield { name, method: data.readUInt16LE(at + 10), at: start, packed, size: data.readUInt32LE(at + 24) };
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
}
