import type { Tx } from '../../../core/database/database.ts';

/** What Amazon's own labels of products say: ten characters, X00 before the rest. */
const FNSKU = /^X00[A-Z0-9]{7}$/;

/** An order's remark as it stands on its labels: {orderId} is its number, {FNSKU} the Amazon labels of its products. */
export async function remarkOnLabel(tx: Tx, orderId: number): Promise<string> {
  const [row] = await tx.prepared<{ remark: string; displayNo: string; barcodes: string[] }>(
    'remark_on_label',
    `select s.remark, s.display_no as "displayNo", array(select distinct p.barcode from order_line l
         join product p on p.company_id = $1 and p.id = l.product_id
         where l.company_id = $1 and l.order_id = s.id and p.barcode is not null order by p.barcode) as barcodes
     from sales_order s where s.company_id = $1 and s.id = $2`,
    [tx.companyId, orderId],
  );
  return row ? fillRemark(row.remark, row) : '';
}

export function fillRemark(remark: string, order: { displayNo: string; barcodes: readonly string[] }): string {
  const fnskus = order.barcodes.filter((code) => FNSKU.test(code)).join(' ');
  return remark.replaceAll('{orderId}', order.displayNo).replaceAll('{FNSKU}', fnskus).trim();
}
