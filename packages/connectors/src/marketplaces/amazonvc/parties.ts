import { z } from 'zod';
import { idText, lax } from '../../lax.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { VENDOR_COUNTRIES } from '../amazon/regions.ts';
import { programmesOf } from './client.ts';
import type { Orders } from './orders.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 7 * DAY_MS;
/** Orders are looked through so far back for who is who. */
const WINDOWS = 4;
const KEPT_MS = 3_600_000;
const MOST_KEPT = 500;

const answered = z.object({
  orderDetails: z.object({
    sellingParty: z.object({ partyId: idText }),
    shipFromParty: lax(z.object({ partyId: idText })),
  }),
});

interface Known {
  vendorCodes: string[];
  warehouses: string[];
}

/** A vendor goes by codes of its own and of its warehouses, which Amazon tells in orders alone; kept for an hour. */
export function createParties(orders: Orders, now: () => number) {
  const kept = new Map<string, { known: Known; until: number }>();

  async function look(access: ShopAccess): Promise<Known> {
    const vendorCodes = new Set<string>();
    const warehouses = new Set<string>();
    const note = (rows: readonly unknown[]) => {
      for (const row of rows) {
        const read = answered.safeParse(row);
        if (!read.success) continue;
        vendorCodes.add(read.data.orderDetails.sellingParty.partyId);
        const warehouse = read.data.orderDetails.shipFromParty?.partyId;
        if (warehouse) warehouses.add(warehouse);
      }
    };
    const programmes = programmesOf(access);
    for (let back = 0; back < WINDOWS; back++) {
      const to = now() - back * WINDOW_MS;
      const at = (time: number): Instant => new Date(time).toISOString();
      const window = { from: at(to - WINDOW_MS), to: at(to) };
      if (programmes.includes('direct')) note((await orders.directRows(access, window)).rows);
      if (programmes.includes('retail')) note((await orders.retailRows(access, window)).rows);
      const complete = vendorCodes.size > 0 && (warehouses.size > 0 || !programmes.includes('direct'));
      if (complete) break;
    }
    return { vendorCodes: [...vendorCodes].sort(), warehouses: [...warehouses].sort() };
  }

  return {
    async of(access: ShopAccess): Promise<Known> {
      const known = kept.get(access.account);
      if (known && known.until > now()) return known.known;
      const found = await look(access);
      if (kept.size >= MOST_KEPT) kept.clear();
      if (found.vendorCodes.length > 0) kept.set(access.account, { known: found, until: now() + KEPT_MS });
      return found;
    },

    /** Amazon's marketplace of the vendor's country. */
    marketplaceOf: (access: ShopAccess): string | undefined =>
      VENDOR_COUNTRIES.find((one) => one.country === access.region?.toUpperCase())?.id,
  };
}

export type Parties = ReturnType<typeof createParties>;
