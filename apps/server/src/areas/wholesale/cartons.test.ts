import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fail } from '../../core/errors.ts';
import { fillCartons } from './cartons.ts';

const LINES = 3;
const size = { palletNo: null, lengthCm: '1', widthCm: '1', heightCm: '1', grossKg: '1' };
const content = fc.record({ lineId: fc.integer({ min: 1, max: LINES + 1 }), quantity: fc.integer({ min: 1, max: 6 }) });
const carton = fc.array(content, { minLength: 1, maxLength: 4 }).map((contents) => ({ ...size, contents }));

it('no unit is packed twice, and all are packed only when every one is in a carton', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: LINES, maxLength: LINES }),
      fc.array(carton, { maxLength: 8 }),
      (quantities, cartons) => {
        const lines = quantities.map((quantity, at) => ({ lineId: at + 1, quantity, sku: `SKU-${at}` }));
        const packed = lines.map(({ lineId }) =>
          cartons
            .flatMap((one) => one.contents)
            .filter((one) => one.lineId === lineId)
            .reduce((sum, one) => sum + one.quantity, 0),
        );
        const strange = cartons.some(
          ({ contents }) =>
            contents.some((one) => one.lineId > LINES) ||
            new Set(contents.map((one) => one.lineId)).size < contents.length,
        );
        const fits = !strange && packed.every((units, at) => units <= (quantities[at] ?? 0));
        if (fits) expect(fillCartons(lines, cartons)).toBe(packed.every((units, at) => units === quantities[at]));
        else expect(() => fillCartons(lines, cartons)).toThrow(Fail);
      },
    ),
  );
});
