import { isSignedBy, privateKey, publicKey, sign } from '../payments/alipay/sign.ts';
import { ConnectorError } from '../types.ts';

/** RSA-SHA256 in base64 with the key of one side. @throws ConnectorError rejected BAD_KEY, which does not repeat the key */
export function signer(provider: string, key: string): (text: string) => string {
  const read = readKey(provider, () => privateKey(key));
  return (text) => sign(text, read);
}

export function verifier(provider: string, key: string): (text: string, signature: string) => boolean {
  const read = readKey(provider, () => publicKey(key));
  return (text, signature) => isSignedBy(text, signature, read);
}

function readKey<T>(provider: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new ConnectorError(provider, 'rejected', 'this is no RSA key', { code: 'BAD_KEY' });
  }
}

export const notSigned = (provider: string) =>
  new ConnectorError(provider, 'malformed', 'the answer is not signed by the provider', { code: 'NOT_SIGNED' });
