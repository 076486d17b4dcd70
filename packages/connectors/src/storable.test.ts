import { expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { parseJson } from './json.ts';
import { storable } from './storable.ts';
import { scripted } from './testing.ts';

it('replaces NUL and halves of pairs, also in names, and leaves whole pairs', () => {
  const raw = { note: 'a\0b', deep: [{ 'k\ud83d': '\udc00x', smile: '😀' }], number: 1, nothing: null };
  expect(storable(raw)).toEqual({
    note: 'a\uFFFDb',
    deep: [{ 'k\uFFFD': '\uFFFDx', smile: '😀' }],
    number: 1,
    nothing: null,
  });
  const clean = { note: 'a', deep: [{ smile: '😀' }] };
  expect(storable(clean)).toBe(clean);
});

it('is what comes out of the JSON of a platform', () => {
  expect(parseJson(String.raw`{"note":"a\u0000b\uD83D","smile":"\ud83d\ude00","path":"C:\\u0000"}`)).toEqual({
    note: 'a\uFFFDb\uFFFD',
    smile: '😀',
    path: String.raw`C:\u0000`,
  });
});

it('is what comes out of an answer that is no JSON', async () => {
  const { fetch } = scripted({ text: 'order;note\n1;a\0b' });
  const answer = await createHttp('x', { fetch })({ method: 'GET', url: 'http://x.test/', effect: 'read' });
  expect(answer.text).toBe('order;note\n1;a\uFFFDb');
});
