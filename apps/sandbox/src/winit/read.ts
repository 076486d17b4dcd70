import { at, text } from '../http/types.ts';
import { type Depot, fromBeijing, Refused } from '../kit/depot.ts';

export const WAREHOUSES = [
  { warehouseID: 1_000_001, warehouseCode: 'US0001', warehouseName: 'USKY Warehouse' },
  { warehouseID: 1_000_069, warehouseCode: 'UK0001', warehouseName: 'UKTW Warehouse' },
];

export type Service = (data: unknown) => unknown;

export function sizeOf(value: unknown, most: number): number {
  const size = Number(value ?? 20);
  if (size >= 1 && size <= most) return size;
  throw new Refused('100002', `pageSize 最大${most}`);
}

export function days(data: unknown, from: string, to: string): (time: number) => boolean {
  const [start, end] = [fromBeijing(text(at(data, from))), fromBeijing(text(at(data, to)))];
  return (time) => (start === undefined || time >= start) && (end === undefined || time < end + 86_400_000);
}

export function warehouseOf(answered: string): string {
  const found = WAREHOUSES.find((one) => one.warehouseCode === answered || String(one.warehouseID) === answered);
  if (found) return found.warehouseCode;
  throw new Refused('100010', `仓库 ${answered} 不存在`);
}

export function lineOf(depot: Depot, line: unknown, code: string, number: string) {
  const sku = text(at(line, code));
  if (!depot.product(sku)) throw new Refused('100011', `商品 ${sku} 不存在`);
  if (at(line, 'specification') === undefined) throw new Refused('100012', 'specification 必传');
  const quantity = Number(at(line, number));
  if (!Number.isInteger(quantity) || quantity < 1) throw new Refused('100013', `${number} 必须为正整数`);
  return { sku, quantity };
}
