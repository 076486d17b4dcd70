import { Secret, TOTP } from 'otpauth';

/** What all authenticator apps understand (RFC 6238): SHA-1, six digits, half a minute. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Tradewind';
const SECRET_BYTES = 20;
/** Steps that a telephone's clock may be early or late. */
const DRIFT = 1;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the QR code holds. */
export const addressOf = (secret: string, userLoginId: string): string =>
  new TOTP({ ...SHAPE, issuer: ISSUER, label: userLoginId, secret }).toString();

/** The time step that a code belongs to; undefined if it is wrong. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...SHAPE, secret: Secret.fromBase32(secret), token: code, timestamp, window: DRIFT });
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
}
