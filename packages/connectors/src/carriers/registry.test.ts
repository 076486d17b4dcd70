import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { carrierTable } from '../capability-table.ts';
import { CARRIERS } from './registry.ts';

describe('the registry of carriers', () => {
  it('is what docs/carriers.md says', () => {
    const page = readFileSync(fileURLToPath(new URL('../../../../docs/carriers.md', import.meta.url)), 'utf8');
    expect(page).toContain(carrierTable(CARRIERS));
  });

  it.each(CARRIERS.map((one) => [one.carrier, one] as const))(
    '%s: its own example and stand-in fit its fields',
    (_, one) => {
      for (const number of [one.accountNumber.example, one.sandbox.accountNumber])
        expect(number).toMatch(one.accountNumber.pattern);
      const names = one.keys.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      for (const { name, optional } of one.keys) expect(optional || one.sandbox.keys[name]).toBeTruthy();
      expect(Object.keys(one.sandbox.keys).filter((name) => !names.includes(name))).toEqual([]);
      expect(Boolean(one.consent)).toBe(one.create({ http: {} }).consent !== undefined);
      const own = [one.consent?.credentials, one.consent?.sandbox].flatMap((keys) => Object.keys(keys ?? {}));
      expect(own.filter((name) => !names.includes(name))).toEqual([]);
    },
  );
});
