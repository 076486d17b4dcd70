import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPages, type PagePlace } from './pages.ts';
import { failure } from './testing.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-02T12:00:00.700Z');
const at = (ms: number) => new Date(ms).toISOString();

interface Row {
  id: string;
  at: number;
}

/** A platform's list: both ends of the window count, oldest first. */
function listOf(rows: readonly Row[], size: number, requested: PagePlace[] = []) {
  return async (place: PagePlace) => {
    requested.push(place);
    const found = rows.filter((row) => row.at >= place.from && row.at <= place.to).sort((a, b) => a.at - b.at);
    const keys = found.slice((place.page - 1) * size, place.page * size).map((row) => row.id);
    return { keys, total: found.length };
  };
}

async function walk(
  pages: ReturnType<typeof createPages>,
  ask: (place: PagePlace) => Promise<{ keys: readonly string[]; total: number }>,
  between: () => void = () => undefined,
  after = at(NOW - 200 * HOUR),
) {
  const found: string[] = [];
  let cursor: string | undefined;
  let until = '';
  for (let i = 0; i < 200; i++) {
    // The cursor is all that is kept: each page might be read after a crash.
    const { page, nextCursor, listedUntil } = await pages.read({ after, before: NOW, cursor }, ask);
    found.push(...page.keys);
    until = listedUntil;
    if (nextCursor === undefined) return { found, until };
    cursor = nextCursor;
    between();
  }
  throw new Error('it goes on for ever');
}

const rules = { platform: 'test', size: 3, longestMs: 48 * HOUR, overlapMs: 60_000 };
const rowsOf = (times: number[]): Row[] => times.map((time, index) => ({ id: `r${index}`, at: time }));

describe('lists by page numbers', () => {
  it('bring every row, whatever windows and pages it lies across', async () => {
    const time = fc.integer({ min: 0, max: 199 * 3600 }).map((seconds) => Math.floor(NOW / 1000 - seconds) * 1000);
    await fc.assert(
      fc.asyncProperty(fc.array(time, { maxLength: 40 }), async (times) => {
        const rows = rowsOf(times);
        const { found } = await walk(createPages(rules), listOf(rows, 3));
        expect([...new Set(found)].sort()).toEqual(rows.map((row) => row.id).sort());
      }),
    );
  });

  it('miss nothing when rows leave the window meanwhile', async () => {
    const rows = rowsOf(Array.from({ length: 20 }, (_, index) => NOW - 10 * HOUR + index * 1000));
    const all = rows.map((row) => row.id);
    let next = 0;
    // After every page the oldest row that is left changes, and is listed by its new time only.
    const { found } = await walk(createPages(rules), listOf(rows, 3), () => {
      const row = rows[next++];
      if (row) row.at = NOW + HOUR;
    });
    const left = rows.filter((row) => row.at > NOW).map((row) => row.id);
    expect(all.filter((id) => !found.includes(id) && !left.includes(id))).toEqual([]);
  });

  it('ask in windows that are no longer than the platform allows, and hold on to their end', async () => {
    const requested: PagePlace[] = [];
    const { until } = await walk(createPages(rules), listOf([], 3, requested));
    expect(requested.every((place) => place.to - place.from <= 48 * HOUR)).toBe(true);
    expect(requested.map((place) => place.to).slice(0, -1)).toEqual(requested.map((place) => place.from).slice(1));
    expect(at(requested.at(-1)?.to ?? 0)).toBe('2026-11-02T12:00:00.000Z');
    expect(until).toBe('2026-11-02T11:59:00.000Z');
  });

  it('halve a window that is fuller than the platform shows', async () => {
    const rows = rowsOf(Array.from({ length: 40 }, (_, index) => NOW - 40 * HOUR + index * HOUR));
    const { found } = await walk(createPages({ ...rules, mostRows: 10 }), listOf(rows, 3));
    expect(new Set(found).size).toBe(40);
  });

  it('begin the window again when a page comes twice, and give up on one that always does', async () => {
    const rows = rowsOf(Array.from({ length: 8 }, (_, index) => NOW - HOUR + index * 1000));
    const right = listOf(rows, 3);
    let spoilt = false;
    const once = async (place: PagePlace) => {
      if (place.page !== 2 || spoilt) return right(place);
      spoilt = true;
      return right({ ...place, page: 3 });
    };
    expect(new Set((await walk(createPages(rules), once)).found).size).toBe(8);
    const always = async (place: PagePlace) => right({ ...place, page: 1 });
    expect((await failure(walk(createPages(rules), always))).code).toBe('LOOP');
    const empty = async (place: PagePlace) => ({ ...(await right(place)), keys: [] });
    expect((await failure(walk(createPages(rules), empty))).code).toBe('LOOP');
  });

  it('take no cursor but their own', async () => {
    const pages = createPages(rules);
    const read = pages.read({ after: at(NOW), before: NOW, cursor: 'x' }, listOf([], 3));
    expect((await failure(read)).code).toBe('BAD_CURSOR');
  });
});
