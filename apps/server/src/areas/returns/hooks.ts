import { defineHook } from '../../core/hooks.ts';

/** A buyer is to get a replacement: whoever makes orders makes one and says which. */
export const replacementWanted = defineHook<{
  returnId: number;
  orderId: number;
  lines: { orderLineId: number; quantity: number }[];
  made(order: { id: number; number: string }): void;
}>();
