import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { onDemand } from '../../../core/on-demand.ts';
import { arrayOf } from '../../../core/scope.ts';

const bwip = onDemand<typeof import('bwip-js/node')>('bwip-js/node');

interface LabelRow extends Record<string, unknown> {
  id: number;
  sku: string;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
  label: string;
  origin: string;
}

/** Code 128 of the barcode, or of the SKU without one. */
export async function productLabels(tx: Tx, ids: readonly number[]) {
  const rows = await tx.rows<LabelRow>(sql`select id, sku, barcode, name_zh, name_en, label, origin
    from product where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])
    order by array_position(${arrayOf(ids)}::bigint[], id)`);
  return rows.map(({ barcode, ...row }) => {
    const code = barcode ?? row.sku;
    return { ...row, code, svg: svgOf(code) };
  });
}

/** Empty where Code 128 cannot encode the code (Chinese). */
function svgOf(code: string): string {
  if (!/^[\x20-\x7e]+$/.test(code)) return '';
  return bwip().toSVG({ bcid: 'code128', text: code, height: 10, includetext: false });
}
