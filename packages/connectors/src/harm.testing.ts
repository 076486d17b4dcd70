import type { OrderRecord } from './capabilities/orders.ts';
import { bent } from './lax.testing.ts';

/** An order's number, and how many of each article it is about. */
function essenceOf(record: OrderRecord): string {
  if (!record.ok) return record.reason;
  const bySku = Map.groupBy(record.order.lines, (line) => line.sellerSku);
  const counts = [...bySku].map(([sku, lines]) => [sku, lines.reduce((sum, line) => sum + line.quantity, 0)] as const);
  return JSON.stringify([record.order.platformOrderNo, Object.fromEntries(counts)]);
}

/** For tests: the bendings of an answer (`bent`) after which the order is refused, or another one than without them. */
export async function harmfulTo(
  answer: unknown,
  needed: readonly string[],
  read: (answer: unknown) => OrderRecord | Promise<OrderRecord>,
): Promise<string[]> {
  const whole = essenceOf(await read(answer));
  const harmful: string[] = [];
  for (const one of bent(answer, needed)) {
    const essence = essenceOf(await read(one.answer));
    if (essence !== whole) harmful.push(`${one.what}: ${essence}`);
  }
  return harmful;
}
