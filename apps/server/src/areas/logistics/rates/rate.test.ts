import { type RateCardContent, rateCardContent } from '@tradewind/contract/logistics/rates.ts';
import { textOf } from '@tradewind/contract/rating/fixed.ts';
import { measuresOf } from '@tradewind/contract/rating/measure.ts';
import { type RatedParcel, type Rating, raterOf } from '@tradewind/contract/rating/rate.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardProblems } from './problems.ts';

const US = [{ zone: 'A', country: 'US' }];
const parcel = (more: Partial<RatedParcel> = {}): RatedParcel => ({
  ...{ to: { country: 'US', postcode: '30005' }, day: '2026-06-01', weightGrams: 500 },
  ...more,
});
type Input = Parameters<typeof rateCardContent.parse>[0] & object;
const card = (more: Input): RateCardContent =>
  rateCardContent.parse({ currency: 'USD', areas: US, prices: [{ zone: 'A', to: '30', firstPrice: '5' }], ...more });
function rated(content: RateCardContent, more?: Partial<RatedParcel>): Rating {
  const { rating, refusal } = raterOf(content)(parcel(more));
  if (!rating) throw new Error(refusal);
  return rating;
}
const part = (rating: Rating, code: string) => rating.parts.find((one) => one.code === code)?.amount;

describe('the weight that is charged', () => {
  const sidesMm = [600, 400, 350] as const;
  it.each([
    [5000, '16.800', '17.000'],
    [6000, '14.000', '14.000'],
  ])('60 x 40 x 35 cm by %i is %s kg', (divisor, volume, charged) => {
    const rating = rated(card({ divisor, step: '0.5' }), { sidesMm });
    expect(rating).toMatchObject({ volumeWeight: volume, chargeableWeight: charged });
  });

  it.each([
    [139, '38.68', '39.000'],
    [166, '32.39', '33.000'],
  ])('24 x 16 x 14 in by %i is %s lb', (divisor, volume, charged) => {
    const content = card({
      units: 'imperial',
      sideRounding: 'up',
      step: '1',
      divisor,
      prices: [{ zone: 'A', to: '150', firstPrice: '5' }],
    });
    const parcelOf = { sidesMm: [610, 406, 356] as const, weightGrams: 454 };
    const measures = measuresOf(parcelOf, content);
    expect(textOf(measures.volumeWeight, 2)).toBe(volume);
    expect(textOf(measures.girth, 0)).toBe('84');
    expect(rated(content, parcelOf)).toMatchObject({ weight: '1.000', chargeableWeight: charged });
  });

  it('counts volume always, from a ratio, from a side, or never', () => {
    const weightGrams = 10_000;
    const charged = (more: Input) => rated(card({ divisor: 5000, ...more }), { sidesMm, weightGrams }).chargeableWeight;
    expect(charged({ volumeMode: 'always' })).toBe('16.800');
    expect(charged({ volumeMode: 'ratio', volumeThreshold: '1.5' })).toBe('16.800');
    expect(charged({ volumeMode: 'ratio', volumeThreshold: '1.7' })).toBe('10.000');
    expect(charged({ volumeMode: 'side', volumeThreshold: '59.9' })).toBe('16.800');
    expect(charged({ volumeMode: 'side', volumeThreshold: '60' })).toBe('10.000');
    expect(charged({ volumeMode: 'never' })).toBe('10.000');
  });
});

describe('the price', () => {
  it('of a first weight and steps, of a bracket a kilogram with a fee, and of a table', () => {
    const first = card({
      prices: [{ zone: 'A', to: '30', firstWeight: '0.5', firstPrice: '8', stepWeight: '0.5', stepPrice: '3' }],
    });
    expect([500, 501, 1000, 1001].map((weightGrams) => rated(first, { weightGrams }).total)).toEqual([
      ...['8.00', '11.00', '11.00', '14.00'],
    ]);
    const line = card({ prices: [{ zone: 'A', to: '2', unitPrice: '80', parcelFee: '16.5' }] });
    expect(rated(line, { weightGrams: 420 }).total).toBe('50.10');
    const table = card({
      prices: [
        { zone: 'A', to: '1', firstPrice: '5' },
        { zone: 'A', from: '1', to: '2', firstPrice: '7' },
      ],
    });
    expect([1000, 1001].map((weightGrams) => rated(table, { weightGrams }).total)).toEqual(['5.00', '7.00']);
    expect(rated({ ...table, edge: 'above' }, { weightGrams: 1000 }).total).toBe('7.00');
    expect(raterOf(table)(parcel({ weightGrams: 2001 }))).toEqual({ refusal: 'noPrice' });
  });

  it('is by the longest prefix, then a range, then the city, then the country, and refused without a zone', () => {
    const areas = [
      ...[
        { zone: 'country', country: 'US' },
        { zone: 'city', country: 'US', city: 'Alpharetta' },
      ],
      { zone: 'range', country: 'US', from: '300', to: '309' },
      ...[
        { zone: 'short', country: 'US', prefix: '3000' },
        { zone: 'long', country: 'US', prefix: '30005' },
      ],
    ];
    const prices = areas.map(({ zone }) => ({ zone, to: '30', firstPrice: '5' }));
    const zone = (postcode: string, city = '') =>
      rated(card({ areas, prices }), { to: { country: 'US', postcode, city } }).zone;
    expect(zone('30005-1234')).toBe('long');
    expect(zone('30001')).toBe('short');
    expect(zone('30999')).toBe('range');
    expect(zone('31000', 'alpharetta ')).toBe('city');
    expect(zone('31000')).toBe('country');
    expect(raterOf(card({ areas, prices }))(parcel({ to: { country: 'CA', postcode: 'K1A' } }))).toEqual({
      refusal: 'noZone',
    });
  });

  it('has fuel of its week on the parts that carry it', () => {
    const content = card({
      prices: [{ zone: 'A', to: '30', firstPrice: '45' }],
      surcharges: [{ code: 'residential', basis: 'flat', amount: '5.95', when: { residential: true } }],
      fuel: {
        on: ['freight', 'residential'],
        weeks: [
          { from: '2026-06-08', percent: '20' },
          { from: '2026-06-01', percent: '18.5' },
        ],
      },
    });
    expect(rated(content, { residential: true, day: '2026-06-07' })).toMatchObject({ total: '60.38' });
    expect(part(rated(content, { residential: true, day: '2026-06-08' }), 'fuel')).toBe('10.19');
    expect(part(rated(content, { day: '2026-05-31' }), 'fuel')).toBeUndefined();
  });

  it('takes surcharges by their condition and season, and of a group the strongest alone', () => {
    const flat = { basis: 'flat', group: 'handling' } as const;
    const content = card({
      surcharges: [
        { ...flat, code: 'heavy', amount: '10', priority: 1, when: { weightOver: '20' } },
        { ...flat, code: 'large', amount: '60', priority: 2, when: { girthOver: '150' }, minimumWeight: '25' },
        {
          code: 'peak',
          basis: 'percent',
          amount: '10',
          on: ['freight', 'large'],
          validFrom: '2026-11-01',
          validTo: '2026-12-31',
        },
        { code: 'remote', basis: 'perUnit', amount: '0.5', atLeast: '4', when: { remote: ['extended'] } },
      ],
      prices: [{ zone: 'A', to: '30', firstPrice: '5', unitPrice: '1' }],
      remote: [{ kind: 'extended', country: 'US', prefix: '995' }],
    });
    const far = { to: { country: 'US', postcode: '99501' } };
    const both = rated(content, {
      weightGrams: 21_000,
      sidesMm: [900, 200, 200],
      day: '2026-12-01',
      ...far,
    });
    expect(both.parts).toEqual([
      ...[
        { code: 'freight', amount: '30.00' },
        { code: 'large', amount: '60.00' },
      ],
      ...[
        { code: 'remote', amount: '12.50' },
        { code: 'peak', amount: '9.00' },
      ],
    ]);
    expect(rated(content, { weightGrams: 21_000 }).parts.map((one) => one.code)).toEqual(['freight', 'heavy']);
    expect(part(rated(content, far), 'remote')).toBe('4.00');
  });

  it('is at least the minimum, and tax comes on top of all', () => {
    const rating = rated(card({ minimumCharge: '8', taxPercent: '19' }));
    expect(rating.parts).toEqual([
      ...[
        { code: 'freight', amount: '5.00' },
        { code: 'minimum', amount: '3.00' },
        { code: 'tax', amount: '1.52' },
      ],
    ]);
    expect(rating.total).toBe('9.52');
  });
});

describe('a card', () => {
  const problems = (more: Input) => cardProblems(card(more)).map(({ code, rows, about }) => ({ code, rows, about }));

  it('with overlapping brackets or gaps is refused with both rows', () => {
    const row = (from: string, to: string) => ({ zone: 'A', from, to, firstPrice: '5' });
    expect(problems({ prices: [row('0', '1'), row('1', '2')] })).toEqual([]);
    expect(problems({ prices: [row('2', '3'), row('0', '1'), row('0.5', '2')] })).toEqual([
      { code: 'overlap', rows: [1, 2], about: 'A' },
    ]);
    expect(problems({ prices: [row('0', '1'), row('1.5', '2')] })).toEqual([{ code: 'gap', rows: [0, 1], about: 'A' }]);
    expect(problems({ prices: [row('1', '1')] })).toEqual([{ code: 'emptyBracket', rows: [0], about: 'A' }]);
  });

  it('names zones without a price, places that stand in two zones, and parts that nothing charges', () => {
    expect(problems({ areas: [...US, { zone: 'B', country: 'CA' }] })).toEqual([
      { code: 'unpricedZone', rows: [1], about: 'B' },
    ]);
    expect(problems({ areas: [...US, ...US] })).toEqual([{ code: 'areaTwice', rows: [0, 1], about: 'US' }]);
    const range = (from: string, to: string) => ({ zone: 'A', country: 'US', from, to });
    expect(problems({ areas: [range('100', '119'), range('11950', '12000')] })).toEqual([
      { code: 'rangeOverlap', rows: [0, 1], about: 'US' },
    ]);
    const share = { code: 'x', basis: 'percent', amount: '1', on: ['y'] } as const;
    expect(problems({ surcharges: [share, { ...share, code: 'fuel', on: ['x'] }] })).toEqual([
      { code: 'unknownPart', rows: [0], about: 'y' },
      { code: 'codeTwice', rows: [1], about: 'fuel' },
    ]);
    const far = { kind: 'far', country: 'US', prefix: '995' };
    const when = { remote: ['far', 'island'] };
    const surcharges = [{ code: 'x', basis: 'flat', amount: '1', when }];
    expect(problems({ surcharges, remote: [far, { ...far, kind: 'farther' }, far] })).toEqual([
      { code: 'areaTwice', rows: [0, 2], about: 'US 995' },
      { code: 'unknownRemote', rows: [0], about: 'island' },
    ]);
  });
});

describe('whatever a card says', () => {
  /** Brackets without gaps whose prices grow. */
  const growing = fc
    .record({
      cuts: fc.uniqueArray(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 6 }),
      step: fc.constantFrom('0', '0.001', '0.1', '0.5', '1'),
      edge: fc.constantFrom('below', 'above'),
      mode: fc.constantFrom('always', 'ratio', 'never'),
      rises: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 7, maxLength: 7 }),
      perKg: fc.integer({ min: 0, max: 2000 }),
      fuel: fc.integer({ min: 0, max: 40 }),
    })
    .map(({ cuts, step, edge, mode, rises, perKg, fuel }) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), 60_000].map((grams) => (grams / 1000).toFixed(3));
      let price = 0;
      const prices = edges.slice(1).map((to, n) => {
        price += rises[n] ?? 0;
        return {
          zone: 'A',
          from: edges[n] ?? '0',
          to,
          firstPrice: (price / 100).toFixed(2),
          unitPrice: (perKg / 100).toFixed(2),
        };
      });
      return card({
        ...{ step, edge: edge as 'below', volumeMode: mode as 'always', volumeThreshold: '1.5', prices },
        fuel: { weeks: [{ from: '2026-01-01', percent: `${fuel}` }] },
      });
    });
  const weight = fc.integer({ min: 1, max: 29_000 });
  const sides = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 10, max: 300 }))) as fc.Arbitrary<
    [number, number, number]
  >;
  const cents = (rating: Rating) => Math.round(Number(rating.total) * 100);

  it('has no gap and no overlap, and a heavier parcel never costs less', () => {
    fc.assert(
      fc.property(growing, weight, weight, sides, (content, one, other, sidesMm) => {
        expect(cardProblems(content)).toEqual([]);
        const [light, heavy] = [one, other]
          .sort((a, b) => a - b)
          .map((weightGrams) => rated(content, { weightGrams, sidesMm }));
        if (!light || !heavy) throw new Error('two are rated');
        // Volume that counts only from a ratio on stops counting when the weight grows.
        if (content.volumeMode !== 'ratio') expect(cents(heavy)).toBeGreaterThanOrEqual(cents(light));
        expect(Number(light.chargeableWeight)).toBeGreaterThanOrEqual(one < other ? one / 1000 : other / 1000);
      }),
    );
  });

  it('the parts add up to the total, and the same parcel costs the same again', () => {
    fc.assert(
      fc.property(growing, weight, sides, (content, weightGrams, sidesMm) => {
        const rating = rated(content, { weightGrams, sidesMm });
        const sum = rating.parts.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0);
        expect(sum).toBe(cents(rating));
        expect(rated(content, { weightGrams, sidesMm })).toEqual(rating);
      }),
    );
  });

  it('two surcharges of one group are never charged together', () => {
    const rule = fc.record({
      group: fc.constantFrom('', 'a', 'b'),
      priority: fc.integer({ min: 0, max: 3 }),
      when: fc.constantFrom({}, { residential: true as const }, { weightOver: '5' }),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), weight, fc.boolean(), (rules, weightGrams, residential) => {
        const surcharges = rules.map((one, n) => ({ ...one, code: `s${n}`, basis: 'flat' as const, amount: '1' }));
        const { parts } = rated(card({ surcharges }), { weightGrams, residential });
        const charged = surcharges.filter(({ code }) => parts.some((one) => one.code === code));
        const grouped = charged.filter(({ group }) => group !== '').map(({ group }) => group);
        expect(new Set(grouped).size).toBe(grouped.length);
        for (const { group, priority } of charged)
          for (const other of surcharges)
            if (group && other.group === group && !charged.includes(other))
              expect(other.priority <= priority || Object.keys(other.when).length > 0).toBe(true);
      }),
    );
  });
});
