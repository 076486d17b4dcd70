import { ConnectorError, type Parcel, type RecoveredLabel } from '@tradewind/connectors/types.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boxByBox } from './box-by-box.ts';
import type { LabelSeller } from './label-seller.ts';

type Luck = 'sold' | 'refused' | 'lostBefore' | 'lostAfter';
const label = { format: 'pdf', data: Buffer.from('x') } as const;

/** A carrier that sells one box a shipment, with this luck at its purchases and voids, then with good luck. */
class OneBoxCarrier {
  readonly standing = new Map<string, RecoveredLabel>();
  readonly #luck: Luck[];
  #running = 0;
  constructor(luck: Luck[]) {
    this.#luck = [...luck];
  }
  of(reference: string): LabelSeller {
    return {
      rates: async () => [],
      buy: async () => {
        const luck = this.#luck.shift() ?? 'sold';
        if (luck === 'refused') throw new ConnectorError('carrier', 'rejected', 'no');
        const number = `N${++this.#running}`;
        const sold = { shipmentId: number, trackingNumber: number, amount: '2.00', currency: 'USD', label };
        if (luck !== 'lostBefore') {
          expect([...this.standing.keys()]).not.toContain(reference);
          this.standing.set(reference, sold);
        }
        if (luck !== 'sold') throw new ConnectorError('carrier', 'uncertain', 'lost');
        return sold;
      },
      find: async (except) => {
        const found = this.standing.get(reference);
        return found && !except.includes(found.trackingNumber) ? found : null;
      },
      void: async (_, trackingNumber) => {
        for (const [key, one] of this.standing) if (one.trackingNumber === trackingNumber) this.standing.delete(key);
        return { voided: true, detail: '' };
      },
      draw: async () => Buffer.from('x'),
    };
  }
}

const at = { name: 'x', line1: 'x', city: 'x', postalCode: '1', country: 'US' };
const parcelOf = (boxes: number): Parcel => ({
  ...{ reference: 'OUT-1-1', from: at, to: at, weightGrams: 100, description: 'x', items: [] },
  further: Array.from({ length: boxes - 1 }, () => ({ weightGrams: 50 })),
});

it('whatever becomes of the purchases: each box has one label in the end, or none has', async () => {
  const luck = fc.array(fc.constantFrom<Luck>('sold', 'sold', 'refused', 'lostBefore', 'lostAfter'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 5 }), luck, async (boxes, turns) => {
      const carrier = new OneBoxCarrier(turns);
      const seller = boxByBox((reference) => carrier.of(reference), 'OUT-1-1', boxes);
      for (let tries = 0; tries < turns.length + 1; tries++) {
        const bought = (await seller.find([])) ?? (await seller.buy(parcelOf(boxes), '').catch((error) => error));
        if (bought instanceof ConnectorError) {
          // A clear refusal leaves nothing behind; after a doubt the next try finds what there is.
          if (bought.kind === 'rejected') expect(carrier.standing.size).toBe(0);
          continue;
        }
        expect(bought.further).toHaveLength(boxes - 1);
        expect(carrier.standing.size).toBe(boxes);
        expect(bought).toMatchObject({ amount: (2 * boxes).toFixed(2), currency: 'USD' });
        return;
      }
      expect.fail('never bought');
    }),
    { numRuns: 300 },
  );
});

it('abroad nobody says which goods are in which box: it is refused', async () => {
  const seller = boxByBox((reference) => new OneBoxCarrier([]).of(reference), 'OUT-1-1', 2);
  const abroad = { ...parcelOf(2), to: { ...at, country: 'DE' } };
  await expect(seller.buy(abroad, '')).rejects.toMatchObject({ code: 'logistics.oneBoxAbroad' });
});
