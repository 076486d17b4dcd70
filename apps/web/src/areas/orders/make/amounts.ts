const PLACES = 4;

/** "12.5" in ten-thousandths. An incomplete number counts as 0. */
function parts(amount: unknown): bigint {
  const read = /^(\d+)(?:\.(\d{0,4}))?$/.exec(String(amount ?? ''));
  return read ? BigInt(`${read[1]}${(read[2] ?? '').padEnd(PLACES, '0')}`) : 0n;
}

/** The exact amount the buyer pays, as a decimal string. */
export function totalOf(order: {
  lines?: readonly ({ quantity?: unknown; unitPrice?: unknown } | undefined)[] | undefined;
  shippingAmount?: unknown;
  discountAmount?: unknown;
}): string {
  const goods = (order.lines ?? []).reduce(
    (sum, line) => sum + parts(line?.unitPrice) * BigInt(Math.trunc(Number(line?.quantity ?? 0)) || 0),
    0n,
  );
  const total = goods + parts(order.shippingAmount) - parts(order.discountAmount);
  const text = String(total < 0n ? -total : total).padStart(PLACES + 1, '0');
  return `${total < 0n ? '-' : ''}${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`;
}
