import { expect, it } from 'vitest';
import { codeOf } from '../../testing/authenticator.ts';
import { addressOf, newSecret, stepOfCode } from './totp.ts';

/** "12345678901234567890", the secret of RFC 6238's appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** Its values for SHA-1 have eight digits; six digits are their last six. */
const PUBLISHED: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

it.each(PUBLISHED)('RFC 6238: at %i seconds the code is %s', (seconds, published) => {
  const code = published.slice(-6);
  expect(stepOfCode(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  expect(codeOf(SECRET, 0, seconds * 1000)).toBe(code);
});

it('takes the code of half a minute before and after, by its own step, and no other', () => {
  const at = new Date(1_234_567_890_000);
  const now = Math.floor(at.getTime() / 30_000);
  const taken = [-2, -1, 0, 1, 2].map((later) => stepOfCode(SECRET, codeOf(SECRET, later, at.getTime()), at));
  expect(taken).toEqual([undefined, now - 1, now, now + 1, undefined]);
  for (const wrong of ['', '1', '00592', '0059240', '005 924', 'abcdef', '٠٠٥٩٢٤'])
    expect(stepOfCode(SECRET, wrong, at)).toBeUndefined();
});

it('makes secrets of 160 bits, each another, and an address that apps read', () => {
  const [one, two] = [newSecret(), newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  const address = new URL(addressOf(one, 'li.na@harbour'));
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/Tradewind:li.na@harbour');
  const { secret, issuer, algorithm, digits, period } = Object.fromEntries(address.searchParams);
  expect([secret, issuer, algorithm, digits, period]).toEqual([one, 'Tradewind', 'SHA1', '6', '30']);
});
