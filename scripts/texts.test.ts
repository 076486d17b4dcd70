import { expect, test } from 'vitest';
import { checkTexts, keyProblems, pairProblem, pairsOf, readSource } from './texts.ts';

const read = (source: string) => readSource('page.tsx', source, { t: 0, say: 1 });
/** Written with @ for the sign of a place in a template. */
const template = (text: string) => text.replaceAll('@', '$');

test('reads the keys that a source names', () => {
  const { keys } = read(
    template("t('a.b'); t(x === 'q' ? 'c' : 'd', { n: 'no' }); t(`e.@{y}`); not('f'); i18n.t('g');"),
  );
  expect(keys).toEqual(['a.b', 'c', 'd', /^e\.\S+$/, 'g']);
  expect(read("say(language, 'orders.done', { name: 'x' })").keys).toEqual(['orders.done']);
});

test('a text that nothing names is told, and a name without a text', () => {
  const source = read(template("const KEYS = ['kept']; t('missing'); t(`group.@{kind}`); t('shared');"));
  expect(keyProblems(['kept', 'group.one', 'group.two', 'forgotten'], [source], [source], ['shared'])).toEqual([
    'forgotten: nothing uses it',
    'missing: there is no such text',
  ]);
});

test('a place where a text stands does not use it', () => {
  const source = read("defineTexts({ 'orders.done': ['好', 'Done'] });");
  expect(keyProblems(['orders.done'], [source], [source])).toEqual(['orders.done: nothing uses it']);
});

test('both languages of a pair fill in the same', () => {
  const filled = /\{\{\s*(\w+)/g;
  expect(pairProblem(['{{n}} 单', '{{n}} orders', '{{n}} order'], filled)).toBeUndefined();
  expect(pairProblem(['{{n}} 单', '{{count}} orders'], filled)).toMatch(/different values/);
  expect(pairProblem(['', 'only English'])).toMatch(/empty/);
  expect(pairProblem(['{{count}} 个波次', '{{count}} waves made'])).toMatch(/count of one/);
  expect(pairProblem(['{{count}} 个波次', '{{count}} waves made', '{{count}} wave made'])).toBeUndefined();
  expect(pairProblem(['最多 {count} 单', 'You can print up to {count} orders'])).toBeUndefined();
});

test('keys of groups are joined by points', () => {
  expect(pairsOf({ save: ['保存', 'Save'], status: { open: ['开', 'Open'] } }).map(([key]) => key)).toEqual([
    'save',
    'status.open',
  ]);
});

test('every text is used, every name has a text, and both languages fill in the same', async () => {
  expect(await checkTexts()).toEqual([]);
});
