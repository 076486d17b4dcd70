import type { InboundCarton, InboundDetail, InboundLine } from '@tradewind/contract/warehouse.ts';
import { carries } from './own-codes.ts';

interface Written {
  code: string;
  quantity: number;
  damaged: boolean;
  /** Of a carton: what came in loose is not what is in it. */
  sure: boolean;
}

/** Buttons that stand for a scan write what they mean before the code, and how many: it may wait in the queue. */
export function writeItem(code: string, quantity: number, damaged = false): string {
  return `${damaged ? '!' : '*'}${quantity}*${code}`;
}
export const writeSure = (code: string): string => `+1*${code}`;

export function readItem(scanned: string): Written {
  const written = /^([*!+])(\d+)\*(.+)$/.exec(scanned);
  if (!written) return { code: scanned.trim(), quantity: 1, damaged: false, sure: false };
  return {
    code: written[3] ?? '',
    quantity: Number(written[2]),
    damaged: written[1] === '!',
    sure: written[1] === '+',
  };
}

/** As the label says it, and an SSCC with or without its sign and brackets. */
export function cartonOf(inbound: Pick<InboundDetail, 'cartons'>, scanned: string): InboundCarton | undefined {
  const plain = (code: string) => {
    const upper = code.trim().toUpperCase();
    const digits = upper.replace(/^\]C1/, '').replace(/[^0-9A-Z]/g, '');
    return /^(?:00)?(\d{18})$/.exec(digits)?.[1] ?? upper;
  };
  return inbound.cartons.find((carton) => plain(carton.code) === plain(scanned));
}

/** A scan names a product: what its lines expect is one figure. */
export const byProduct = (lines: readonly InboundLine[]): InboundLine[] =>
  [...Map.groupBy(lines, (line) => line.productId).values()].flatMap((own) => {
    const sum = (key: 'expected' | 'received') => own.reduce((n, line) => n + line[key], 0);
    return own.slice(0, 1).map((first) => ({ ...first, expected: sum('expected'), received: sum('received') }));
  });

export const lineOf = (inbound: InboundDetail, code: string): InboundLine | undefined =>
  byProduct(inbound.lines).find((line) => carries(line, code));
