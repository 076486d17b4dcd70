import { defineHook } from '../../../core/hooks.ts';

/** Units that are approved and not yet ordered: an advice takes them off what is needed. Whoever approves them listens. */
export const approvedRequested = defineHook<{
  productIds: readonly number[];
  add(units: { productId: number; warehouseId: number; quantity: number }): void;
}>();
