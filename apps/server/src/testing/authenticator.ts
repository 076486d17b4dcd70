import { createHmac } from 'node:crypto';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator app shows: written from RFC 6238, so that the server's library is compared with something. */
export function codeOf(secret: string, stepsLater = 0, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000) + stepsLater));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(19) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
