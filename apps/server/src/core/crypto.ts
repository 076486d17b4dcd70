import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { derivedKey } from './config.ts';

/** Of a sealed value these bytes come first. */
export const NONCE_BYTES = 12;
const HEAD_BYTES = NONCE_BYTES + 16;

/** AES-256-GCM with a key made from the installation's secret: nonce (12) + tag (16) + text. */
export class Vault {
  /** The present one first, which seals; the others only open. */
  readonly #keys: readonly Buffer[];
  constructor(secret: string, others: readonly string[] = []) {
    this.#keys = [secret, ...others].map((each) => derivedKey(each, 'vault'));
  }
  seal(value: unknown): Buffer {
    return this.#seal(JSON.stringify(value), randomBytes(NONCE_BYTES));
  }
  /** @throws when the bytes were not sealed by a secret of this installation */
  open<T>(sealed: Buffer): T {
    const { text } = this.#find(sealed) ?? {};
    if (text === undefined) throw new Error('Sealed by a secret that this process does not know, or not at all');
    return JSON.parse(text) as T;
  }
  /** Whose secret opens it. */
  sealerOf(sealed: Buffer): 'present' | 'other' | 'unknown' {
    const found = this.#find(sealed);
    if (!found) return 'unknown';
    return found.which === 0 ? 'present' : 'other';
  }
  /**
   * The same by the present secret. It keeps its nonce, which was random and is new to this key: so whoever read the
   * value before knows it again (`isSameSealed`). @throws as `open`
   */
  sealAnew(sealed: Buffer): Buffer {
    return this.#seal(JSON.stringify(this.open(sealed)), sealed.subarray(0, NONCE_BYTES));
  }
  #seal(text: string, nonce: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0] ?? '', nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }
  /** The tag says whether a key is the right one: no number of a key has to stand with the value. */
  #find(sealed: Buffer): { which: number; text: string } | undefined {
    for (const [which, key] of this.#keys.entries()) {
      const text = opened(key, sealed);
      if (text !== undefined) return { which, text };
    }
    return undefined;
  }
}

function opened(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length <= HEAD_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Whether both came of the same sealing, by whichever secret they are sealed now. */
export const isSameSealed = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && one.subarray(0, NONCE_BYTES).equals(other.subarray(0, NONCE_BYTES));

/** An opaque random token; keep only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
