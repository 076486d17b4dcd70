import { expect, it } from 'vitest';
import type { LabelSeller } from './label-seller.ts';
import { wholeLabels } from './whole-labels.ts';

const PDF = Buffer.from('%PDF-1.4 a label %%EOF');
const CUT = PDF.subarray(0, 10);
const at = { name: 'x', line1: 'x', city: 'x', postalCode: '1', country: 'US' };
const parcel = { reference: 'R', from: at, to: at, weightGrams: 1, description: 'x', items: [] };

/** Its first answers are cut off: the label of the first box, or of the further one. */
function seller(cut: number, box: 'first' | 'further'): LabelSeller {
  let left = cut;
  const label = (of: 'first' | 'further') => ({ format: 'pdf', data: left > 0 && of === box ? CUT : PDF }) as const;
  const sold = () => {
    const made = {
      ...{ shipmentId: 'S', trackingNumber: 'T', amount: '1.00', currency: 'USD', label: label('first') },
      further: [{ trackingNumber: 'T2', label: label('further') }],
    };
    left--;
    return made;
  };
  return {
    rates: async () => [],
    buy: async () => sold(),
    find: async () => sold(),
    void: async () => ({ voided: true, detail: '' }),
    draw: async () => sold().label.data,
  };
}

it.each(['first', 'further'] as const)(
  'a bought label that was cut off (%s box) is looked up, and found whole',
  async (box) => {
    const whole = wholeLabels(seller(2, box));
    await expect(whole.buy(parcel, '')).rejects.toMatchObject({ kind: 'uncertain', code: 'CUT_OFF' });
    await expect(whole.find([])).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await whole.find([]))?.trackingNumber).toBe('T');
  },
);

it('a label drawn again is refused while it is cut off', async () => {
  const whole = wholeLabels(seller(1, 'first'));
  await expect(whole.draw('S', 'T')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await whole.draw('S', 'T')).toEqual(PDF);
});

it('other formats pass as they are', async () => {
  const zpl = { ...seller(0, 'first'), draw: async () => Buffer.from('^XA^XZ') };
  expect((await wholeLabels(zpl).draw('S', 'T')).toString()).toBe('^XA^XZ');
});
