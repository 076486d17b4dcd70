import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPacific, isTwofold, toPacific } from './pacific.ts';

describe('the clock of California', () => {
  it('is eight hours behind in winter and seven in summer', () => {
    expect(toPacific(Date.parse('2023-11-14T18:00:00Z'))).toBe('2023-11-14 10:00:00');
    expect(toPacific(Date.parse('2023-07-14T18:00:00Z'))).toBe('2023-07-14 11:00:00');
    expect(fromPacific('2023-11-14 10:00:00')).toBe('2023-11-14T18:00:00.000Z');
    expect(fromPacific('2023-07-14 10:00:00')).toBe('2023-07-14T17:00:00.000Z');
    expect(toPacific(Date.parse('2024-01-01T08:00:00Z'))).toBe('2024-01-01 00:00:00');
  });

  it('has an hour twice in autumn, of which the first is meant, and none in spring', () => {
    expect(fromPacific('2023-11-05 01:30:00')).toBe('2023-11-05T08:30:00.000Z');
    expect(toPacific(Date.parse('2023-11-05T09:30:00Z'))).toBe('2023-11-05 01:30:00');
    expect(fromPacific('2023-03-12 02:30:00')).toBe('2023-03-12T10:30:00.000Z');
    const twofold = ['2023-11-05T08:30:00Z', '2023-11-05T09:30:00Z', '2023-11-05T07:30:00Z', '2023-11-05T10:30:00Z'];
    expect(twofold.map((at) => isTwofold(Date.parse(at)))).toEqual([true, true, false, false]);
  });

  it('is read as it is written, at any other time', () => {
    const second = fc.integer({ min: Date.UTC(2010, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 });
    fc.assert(
      fc.property(second, (at) => {
        const ms = at * 1000;
        fc.pre(!isTwofold(ms));
        expect(Date.parse(fromPacific(toPacific(ms)) ?? '')).toBe(ms);
      }),
    );
  });

  it('knows what is no time', () => {
    for (const answered of ['', 'yesterday', '2023-13-01 00:00:00', '2023-02-30 00:00:00', '2023-11-14', '1700000000'])
      expect(fromPacific(answered)).toBeUndefined();
  });
});
