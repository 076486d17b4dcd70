import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');

/** How many requirements each section of version 5.0.0 has, and which of them belong to level 3 alone. */
const SECTIONS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 10, '1.3': 12, '1.4': 3, '1.5': 3 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 5, '2.4': 2 },
  ...{ '3.1': 1, '3.2': 3, '3.3': 5, '3.4': 8, '3.5': 8, '3.6': 1, '3.7': 5 },
  ...{ '4.1': 5, '4.2': 5, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 6, '5.3': 3, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 8, '6.4': 6, '6.5': 8, '6.6': 4, '6.7': 2, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 3, '7.6': 2 },
  ...{ '8.1': 4, '8.2': 4, '8.3': 3, '8.4': 2 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 3, '10.3': 5, '10.4': 16, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 4, '11.2': 5, '11.3': 5, '11.4': 4, '11.5': 2, '11.6': 2, '11.7': 2 },
  ...{ '12.1': 5, '12.2': 2, '12.3': 5 },
  ...{ '13.1': 4, '13.2': 6, '13.3': 4, '13.4': 7 },
  ...{ '14.1': 2, '14.2': 8, '14.3': 3 },
  ...{ '15.1': 5, '15.2': 5, '15.3': 7, '15.4': 4 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 4 },
  ...{ '17.1': 2, '17.2': 8, '17.3': 2 },
};
const LEVEL_3 = new Set(
  (
    '1.2.10 1.3.12 1.5.3 2.3.5 2.4.2 3.1.1 3.2.3 3.3.5 3.4.7 3.4.8 3.5.6 3.5.7 3.5.8 3.6.1 3.7.3 3.7.4 ' +
    '3.7.5 4.1.4 4.1.5 4.2.2 4.2.3 4.2.4 4.2.5 5.2.4 5.2.5 5.2.6 5.3.3 6.3.5 6.3.6 6.3.7 6.3.8 6.4.5 ' +
    '6.4.6 6.5.6 6.5.7 6.5.8 6.6.4 6.7.1 6.7.2 7.5.3 8.1.3 8.1.4 8.2.4 8.3.2 8.3.3 8.4.2 10.2.3 10.3.5 ' +
    '10.4.12 10.4.13 10.4.14 10.4.15 10.4.16 11.1.3 11.1.4 11.2.4 11.2.5 11.3.4 11.3.5 11.5.2 11.6.2 ' +
    '11.7.1 11.7.2 12.1.4 12.1.5 12.3.5 13.1.2 13.1.3 13.1.4 13.2.6 13.3.3 13.3.4 13.4.6 13.4.7 14.2.5 ' +
    '14.2.6 14.2.7 14.2.8 15.1.4 15.1.5 15.2.4 15.2.5 15.4.1 15.4.2 15.4.3 15.4.4 16.5.4 17.1.2 17.2.5 ' +
    '17.2.6 17.2.7 17.2.8'
  ).split(' '),
);
const NUMBERS = Object.entries(SECTIONS)
  .flatMap(([section, count]) => Array.from({ length: count }, (_, i) => `${section}.${i + 1}`))
  .filter((number) => !LEVEL_3.has(number));

const rows = [...text.matchAll(/^\| ([\d.]+) · ([12]) \| (.*) \|$/gm)].map(([, number = '', , rest = '']) => {
  const [about = '', status = '', how = '', tests = ''] = rest.split(' | ');
  return { number, about, status, how, tests };
});

const BASES = [
  '',
  ...['apps/server/src', 'apps/server/src/areas', 'apps/web/src'],
  ...['packages/contract/src', 'packages/connectors/src', 'docs'],
];
const placeOf = (path: string): string | undefined =>
  BASES.map((base) => join(ROOT, base, path)).find((place) => existsSync(place));
/** What stands between backticks and looks like a path. */
const pathsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([\w./-]*\/[\w./-]+|[\w-]+\.ts)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path[0] !== '/');

describe('docs/asvs.md', () => {
  it('has every requirement of levels 1 and 2, once and in order', () => {
    expect(NUMBERS).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
  });

  it('says of each how it stands, and why it is not met or does not apply', () => {
    const unclear = rows.filter(
      ({ status, about, how }) =>
        !['met', '**not met**', 'not applicable', 'in work'].includes(status) || about === '' || how.length < 5,
    );
    expect(unclear).toEqual([]);
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(text).toContain(`${count('met')} are met, ${count('**not met**')} are not`);
  });

  it.each([['what is met'], ['what proves it']])('names places that are there: %s', (which) => {
    const cells = rows.map(({ how, tests }) => (which === 'what is met' ? how : tests));
    expect(cells.flatMap(pathsIn).length).toBeGreaterThan(100);
    expect(cells.flatMap(pathsIn).filter((path) => !placeOf(path))).toEqual([]);
    const links = cells.flatMap((cell) => [...cell.matchAll(/\]\(([^)#]+)/g)].map(([, file = '']) => file));
    expect(links.filter((file) => !existsSync(join(ROOT, 'docs', file)))).toEqual([]);
  });

  it('names tests that hold tests', () => {
    const named = rows.flatMap(({ tests }) => pathsIn(tests));
    expect(named.filter((path) => !path.endsWith('.test.ts'))).toEqual([]);
    const empty = [...new Set(named)].filter(
      (path) => !/\b(?:it|test|describeCalls)\b[.\w]*[(`]/.test(readFileSync(placeOf(path) ?? '', 'utf8')),
    );
    expect(empty).toEqual([]);
  });
});
