/** How a supplier sells a product. Null: no such limit. */
export interface Packing {
  moq: number | null;
  orderMultiple: number | null;
  perCarton: number | null;
}

/** The smallest quantity that a supplier accepts and that fills whole cartons. Zero stays zero. */
export function roundUp(quantity: number, { moq, orderMultiple, perCarton }: Packing): number {
  const needed = Math.ceil(quantity - 1e-9);
  if (needed <= 0) return 0;
  const step = leastCommonMultiple(orderMultiple ?? 1, perCarton ?? 1);
  return Math.ceil(Math.max(needed, moq ?? 1) / step) * step;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

export interface Break {
  fromQuantity: number;
  unitPrice: string | null;
}

/** The next price break above a quantity, and how many days' sales the additional units are. */
export function nextBreak(
  breaks: readonly Break[],
  quantity: number,
  perDay: number,
): (Break & { days: number }) | null {
  if (quantity <= 0 || perDay <= 0) return null;
  const next = breaks.find(({ fromQuantity }) => fromQuantity > quantity);
  return next ? { ...next, days: Math.ceil((next.fromQuantity - quantity) / perDay) } : null;
}
