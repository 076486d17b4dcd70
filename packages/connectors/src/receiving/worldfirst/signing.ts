export interface Signed {
  method: string;
  path: string;
  clientId: string;
  /** Request-Time of what we send, Response-Time of what comes back. */
  time: string;
  body: string;
}

export const signedText = ({ method, path, clientId, time, body }: Signed): string =>
  `${method} ${path}\n${clientId}.${time}.${body}`;

export const headerOf = (signature: string): string =>
  `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`;

/** @returns the signature in base64; empty where the header holds none */
export function readHeader(header: string): string {
  const answered = /(?:^|,)\s*signature=([^,\s]+)/.exec(header)?.[1] ?? '';
  try {
    return decodeURIComponent(answered);
  } catch {
    return '';
  }
}

/** ISO 8601 in China's time, as WorldFirst's own examples have it. */
export const timeOf = (ms: number): string => `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
