import { describe, expect, test } from 'vitest';
import type { Texts, TextTree } from './i18n.ts';
import { joinTexts } from './join-texts.ts';
import { texts as ownTexts } from './texts.ts';

/** Every text exists in both languages, every key that is used exists, and no Chinese stands outside of the texts. */
const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const areaTexts = import.meta.glob<{ texts: Texts }>('./areas/*/texts.ts', { eager: true });

const APP = 'app';
const spaces = new Map<string, Texts>([[APP, ownTexts]]);
for (const [path, module] of Object.entries(areaTexts)) spaces.set(areaOf(path), module.texts);

function areaOf(path: string): string {
  return path.match(/^\.\/areas\/([^/]+)\//)?.[1] ?? APP;
}
/** All keys below, with plural forms under their common name. */
function keysOf(tree: TextTree, above = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = above + name.replace(/_(zero|one|two|few|many|other)$/, '');
    return typeof value === 'string' ? [key] : keysOf(value, `${key}.`);
  });
}
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort();
function textAt(tree: TextTree, key: string): string | undefined {
  let at: string | TextTree | undefined = tree;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

describe.each([...spaces])('texts of %s', (_area, texts) => {
  const zh = [...new Set(keysOf(texts.zh))].sort();
  const en = [...new Set(keysOf(texts.en))].sort();
  test('both languages have the same keys', () => {
    expect(
      zh.filter((key) => !en.includes(key)),
      'missing in en',
    ).toEqual([]);
    expect(
      en.filter((key) => !zh.includes(key)),
      'missing in zh',
    ).toEqual([]);
  });
  test('both languages fill in the same values', () => {
    const different = zh.filter((key) => {
      const [a, b] = [textAt(texts.zh, key), textAt(texts.en, key)];
      return a !== undefined && b !== undefined && placeholders(a).join() !== placeholders(b).join();
    });
    expect(different).toEqual([]);
  });
});

interface Used {
  key: string;
  /** The key goes on at run time: a group must begin so. */
  group: boolean;
}

/** The arguments of every t(...) of a source, as far as they are written out. */
function usedKeys(source: string): Used[] {
  const used: Used[] = [];
  for (const match of source.matchAll(/(?<![\w$.])(?:i18n\.)?t\(/g)) {
    const argument = firstArgument(source, match.index + match[0].length);
    for (const literal of argument.matchAll(/(===?|!==?)?\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)(\s*(?:===|!==))?/g)) {
      const [, compared, single, double, template, comparedAfter] = literal;
      if (compared || comparedAfter) continue;
      const text = single ?? double ?? template ?? '';
      const cut = text.indexOf('${');
      if (cut < 0) used.push({ key: text, group: false });
      else if (cut > 0) used.push({ key: text.slice(0, cut), group: true });
    }
  }
  return used;
}

function firstArgument(source: string, from: number): string {
  let depth = 0;
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const char = source[at] ?? '';
    if (quote) {
      if (char === quote && source[at - 1] !== '\\') quote = '';
    } else if (char === "'" || char === '"' || char === '`') quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (depth > 0 && ')]}'.includes(char)) depth--;
    else if (depth === 0 && (char === ',' || char === ')')) return source.slice(from, at);
  }
  return '';
}

const isTexts = (path: string) => /(^|\/)texts(\.ts$|\/)|\.texts\.ts$/.test(path);
const code = Object.entries(sources).filter(([path]) => !isTexts(path));

test('every key that is used exists', () => {
  const known = new Map([...spaces].map(([area, texts]) => [area, keysOf(texts.zh)]));
  const shared = known.get(APP) ?? [];
  const missing = code.flatMap(([path, source]) => {
    const keys = [...(known.get(areaOf(path)) ?? []), ...shared];
    const titles = path.endsWith('/routes.ts')
      ? [...source.matchAll(/\btitle: '([^']+)'/g)].map((match) => ({ key: match[1] ?? '', group: false }))
      : [];
    return [...usedKeys(source), ...titles]
      .filter(({ key, group }) => !keys.some((each) => (group ? each.startsWith(key) : each === key)))
      .map(({ key }) => `${path}: ${key}`);
  });
  expect(missing).toEqual([]);
});

test('no Chinese outside of the texts', () => {
  const found = code.flatMap(([path, source]) => {
    const bare = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
    const line = bare.split('\n').find((each) => /\p{Script=Han}/u.test(each));
    return line ? [`${path}: ${line.trim()}`] : [];
  });
  expect(found).toEqual([]);
});

test('reads the keys of a source', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source to be read
  const source = "t('a.b'); t(x === 'q' ? 'c' : 'd', { n: 'no' }); t(`e.${y}`); not('f'); i18n.t('g');";
  expect(usedKeys(source).map(({ key }) => key)).toEqual(['a.b', 'c', 'd', 'e.', 'g']);
});

test('texts of two parts of an area do not cover each other', () => {
  const part = (word: string) => ({ zh: { why: { rule: word } }, en: { why: { rule: word } } });
  expect(() => joinTexts([part('one'), part('other')])).toThrow('rule');
  expect(joinTexts([part('one'), { zh: { why: { title: 'two' } }, en: {} }]).zh).toEqual({
    why: { rule: 'one', title: 'two' },
  });
});
