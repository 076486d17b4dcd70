import { defineHook } from '../../core/hooks.ts';

/** Units that a document is to bring from one warehouse to another, and that have not left yet. */
export interface LeavingGoods {
  productId: number;
  fromId: number;
  /** Null: a warehouse that is created when they leave. */
  toId: number | null;
  quantity: number;
  /** Of these, units that the balance of the sender has allocated. */
  held: number;
  expectedOn: string | null;
  number: string;
}

/** Areas that move goods register what they are going to move. Once units have left, they are incoming goods. */
export const leavingRequested = defineHook<{ productIds: readonly number[]; add(goods: LeavingGoods): void }>();
