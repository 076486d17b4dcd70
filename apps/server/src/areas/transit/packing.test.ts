import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fail } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { runs } from '../../testing/property.ts';
import { type Boxes, checkBoxes, type PackLine } from './fba/pack.ts';
import { placementCosts, spreadCosts } from './landed.ts';

const size = { lengthCm: '40', widthCm: '30', heightCm: '25', grossKg: '12' };
const line = fc.record({ quantity: fc.integer({ min: 1, max: 60 }), group: fc.constantFrom('pg-1', 'pg-2') });
/** Lines and how many units each box takes of one of them: boxes that hold exactly the lines. */
const packed = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }))
  .map(([input, takes]) => {
    const lines: PackLine[] = input.map(({ quantity, group }, at) => ({
      ...{ id: at + 1, sellerSku: `S-${at}`, quantity, packingGroup: group },
    }));
    const boxes: Boxes = [];
    let turn = 0;
    for (const { id, quantity } of lines)
      for (let left = quantity; left > 0; turn++) {
        const now = Math.min(left, takes[turn % takes.length] ?? 1);
        left -= now;
        boxes.push({ ...size, contents: [{ lineId: id, quantity: now }] });
      }
    return { lines, boxes };
  });
const refusal = (lines: PackLine[], boxes: Boxes): string | undefined => {
  try {
    checkBoxes(lines, boxes);
    return undefined;
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    return error.fields?.[0]?.code;
  }
};

describe('boxes', () => {
  it('hold exactly what the lines say: one unit more or less in any box is refused', () => {
    fc.assert(
      fc.property(packed, fc.nat(), fc.boolean(), ({ lines, boxes }, which, more) => {
        expect(refusal(lines, boxes)).toBeUndefined();
        const changed = structuredClone(boxes);
        const box = changed[which % changed.length];
        const [content] = box?.contents ?? [];
        if (!content) return;
        content.quantity += more ? 1 : -1;
        expect(refusal(lines, changed)).toBe(more ? 'transit.boxesTooMuch' : 'transit.boxesTooFew');
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it('never mix goods of different groups, nor go over the limits of Amazon', () => {
    fc.assert(
      fc.property(packed, ({ lines, boxes }) => {
        const [first] = boxes;
        const apart = lines.find((one) => one.packingGroup !== lines[0]?.packingGroup);
        if (first && apart) {
          const mixed = [{ ...first, contents: [...first.contents, { lineId: apart.id, quantity: 1 }] }];
          expect(refusal(lines, mixed)).toBe('transit.groupsApart');
        }
        const heavy = boxes.map((box) => ({ ...box, grossKg: '22.69' }));
        expect(refusal(lines, heavy)).toBe('transit.boxTooHeavy');
        const long = boxes.map((box) => ({ ...box, heightCm: '63.51' }));
        expect(refusal(lines, long)).toBe('transit.boxTooLong');
        const limit = boxes.map((box) => ({ ...box, heightCm: '63.5', grossKg: '22.68' }));
        expect(refusal(lines, limit)).toBeUndefined();
      }),
      { numRuns: runs(40, 400) },
    );
  });
});

describe('the fees of a placement', () => {
  it('are a cost without what Amazon takes off them', () => {
    const usd = (kind: 'FEE' | 'DISCOUNT', amount: string) => ({ kind, amount, currency: 'USD' });
    const net = placementCosts([usd('FEE', '9.5'), usd('DISCOUNT', '2.25'), usd('FEE', '1')]);
    expect(net).toEqual([{ kind: 'placement', amount: '8.2500', currency: 'USD', basis: 'quantity' }]);
    expect(placementCosts([usd('FEE', '2'), usd('DISCOUNT', '2')])).toEqual([]);
  });
});

describe('costs', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 }).map((n) => (n / 100).toFixed(2));
  const goods = fc.record({
    units: fc.integer({ min: 1, max: 500 }),
    weightKg: fc.integer({ min: 0, max: 5000 }).map((n) => (n / 100).toFixed(2)),
    volumeCm3: fc.integer({ min: 0, max: 90_000 }).map(String),
    value: cents,
  });
  const costs = fc.array(
    fc.record({ baseAmount: cents, basis: fc.constantFrom('weight', 'volume', 'value', 'quantity') }),
    { maxLength: 4 },
  );

  it('are spread to the last cent, and never against the measure they go by', () => {
    fc.assert(
      fc.property(fc.array(goods, { minLength: 1, maxLength: 8 }), costs, (input, spent) => {
        const lines = input.map((one, at) => ({ ...one, lineId: at + 1 }));
        const shares = [...spreadCosts(lines, spent as never).values()];
        const sum = (values: readonly string[]) => values.reduce((a, b) => a.plus(b), new Decimal(0)).toFixed(2);
        expect(sum(shares)).toBe(sum(spent.map((one) => one.baseAmount)));
        expect(shares.every((share) => Number(share) >= 0)).toBe(true);
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});
