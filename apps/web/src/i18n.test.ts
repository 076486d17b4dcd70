import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(
  ['./**/*.ts', './**/*.tsx', '!./**/*.test.ts', '!./**/{texts,*.texts}.ts', '!./texts/*.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('no Chinese outside of the texts', () => {
  const found = Object.entries(sources).flatMap(([path, source]) => {
    const bare = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
    const line = bare.split('\n').find((each) => /\p{Script=Han}/u.test(each));
    return line ? [`${path}: ${line.trim()}`] : [];
  });
  expect(found).toEqual([]);
});
