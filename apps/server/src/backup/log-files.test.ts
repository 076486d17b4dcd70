import { expect, it } from 'vitest';
import { following, numberOf, segmentAt, segmentName } from './log-files.ts';

it('counts files of the log over the end of a byte', () => {
  expect(segmentName(1, numberOf('0000000100000000000000FF') + 1)).toBe('000000010000000100000000');
  expect(segmentAt(2, '1/FE000028')).toBe('0000000200000001000000FE');
});

it('names the first file that is missing, and follows a branch', () => {
  const at = (timeline: number, ...numbers: number[]) => numbers.map((number) => segmentName(timeline, number));
  expect(following(at(1, 3, 4, 5), segmentName(1, 3))).toEqual({ there: at(1, 3, 4, 5), missing: undefined });
  expect(following(at(1, 3, 5), segmentName(1, 3))).toEqual({ there: at(1, 3), missing: segmentName(1, 4) });
  expect(following(at(1, 4), segmentName(1, 3)).missing).toBe(segmentName(1, 3));
  expect(following([], segmentName(1, 3)).missing).toBe(segmentName(1, 3));
  // Restored in the middle of the fourth: it is there twice, and goes on as the second timeline.
  const branched = [...at(1, 3, 4), ...at(2, 4, 5, 7)];
  expect(following(branched, segmentName(1, 3))).toEqual({
    there: [...at(1, 3, 4), ...at(2, 4, 5)],
    missing: segmentName(2, 6),
  });
});
