import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MARKETPLACES } from '../marketplaces/registry.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const KINDS = [
  ...[
    'published model',
    'SDK',
    'vectors',
    'barcode decoder',
    'published examples',
    'two public sources',
    'none needed',
  ],
];

describe('the table of evidence in docs/connectors.md', () => {
  const rows = read('docs/connectors.md')
    .split('| platform | evidence | from | tests |')[1]
    ?.split('\n\n')[0]
    ?.split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const files = (tests = '') => [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

  it('has a row for each marketplace, and words that it explains', () => {
    const names = rows?.map(([, name]) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(MARKETPLACES.map((one) => one.name[1])));
    expect(new Set(names).size).toBe(names.length);
    for (const [, , kinds = ''] of rows ?? []) expect(KINDS).toEqual(expect.arrayContaining(kinds.split(', ')));
  });

  const packages: { devDependencies: Record<string, string> } = JSON.parse(read('apps/sandbox/package.json'));
  const clients = Object.keys(packages.devDependencies).filter((one) => !one.includes('zxing'));

  it('names tests that exist and show it', () => {
    for (const [, name, kinds = '', , tests] of rows ?? []) {
      expect([name, files(tests).length]).not.toEqual([name, 0]);
      for (const path of files(tests)) expect([path, existsSync(new URL(path, ROOT))]).toEqual([path, true]);
      const text = files(tests).map(read).join('\n');
      const shown = {
        'published model': text.includes('./published/'),
        SDK: clients.some((one) => text.includes(`'${one}'`)),
        'barcode decoder': text.includes("'@zxing/library'"),
      };
      for (const [kind, isShown] of Object.entries(shown))
        if (kinds.includes(kind)) expect([name, kind, isShown]).toEqual([name, kind, true]);
    }
  });

  it('has the sources of each platform on its page', () => {
    const pages = readdirSync(new URL('docs/connectors/', ROOT)).map((page) => `docs/connectors/${page}`);
    expect(pages.filter((page) => !/^## Sources\n\S/m.test(read(page)))).toEqual([]);
  });
});
