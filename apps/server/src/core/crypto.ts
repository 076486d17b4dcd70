import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { derivedKey } from './config.ts';

const NONCE = 12;
const HEAD = NONCE + 16;

/** AES-256-GCM with a key made from the installation's secret: nonce (12) + tag (16) + text. */
export class Vault {
  readonly #key: Buffer;
  readonly #earlier: readonly Buffer[];
  /** @param earlier secrets that still open what they sealed, and seal nothing */
  constructor(secret: string, earlier: readonly string[] = []) {
    this.#key = derivedKey(secret, 'vault');
    this.#earlier = earlier.map((each) => derivedKey(each, 'vault'));
  }
  seal(value: unknown): Buffer {
    return this.#seal(Buffer.from(JSON.stringify(value)));
  }
  /** @throws when the bytes were not sealed by a secret of this installation */
  open<T>(sealed: Buffer): T {
    const text = openedBy(this.#key, sealed) ?? this.#openEarlier(sealed);
    if (!text) throw new Error('sealed with another secret, or not sealed at all');
    return JSON.parse(text.toString('utf8')) as T;
  }
  /** The same under the present secret; undefined if it is already, or was never sealed here. */
  renewed(sealed: Buffer): Buffer | undefined {
    const text = openedBy(this.#key, sealed) ? undefined : this.#openEarlier(sealed);
    return text && this.#seal(text);
  }
  /** Whether two hold the same, sealed at different moments. */
  same(one: Buffer, other: Buffer): boolean {
    return isDeepStrictEqual(this.open(one), this.open(other));
  }
  #seal(text: Buffer): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }
  #openEarlier(sealed: Buffer): Buffer | undefined {
    for (const key of this.#earlier) {
      const text = openedBy(key, sealed);
      if (text) return text;
    }
    return undefined;
  }
}

function openedBy(key: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length <= HEAD) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(NONCE, HEAD));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** An opaque random token; keep only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
