import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { scripted } from '../../testing.ts';
import type { WmsAccess } from '../../wms.ts';
import { goodcang } from './definition.ts';

const ACCESS: WmsAccess = { keys: { appKey: 'k', appToken: 't' } };
const answering = (json: object) => goodcang.create({ http: { fetch: scripted({ json }).fetch }, sandbox: false });

/** GoodCang's published example of inventory/get_inventory_log. */
const ENTRY = {
  reference_no: 'RVG296-210329-0001',
  ref_no: 'RVG296-210329-0001',
  application_code: 'Putaway',
  application_code_text: '入库上架',
  product_barcode: 'G296-ALI-AND-NINO3',
  product_sku: 'ALI-AND-NINO3',
  warehouse_code: 'USEA',
  warehouse_name: '美东仓库',
  inventory_change_type: 1,
  inventory_change_type_text: '新增',
  ibl_change_quantity: 2,
  remark: '',
  ibl_add_time: '2021-05-07 11:38:26',
};

describe('the stock ledger of GoodCang', () => {
  async function read(...entries: object[]) {
    const { stockLedger } = answering({ ask: 'Success', message: 'Success', data: entries, count: entries.length });
    return (await stockLedger?.(ACCESS, 'USEA', '2021-05-01T00:00:00Z', '2021-05-10T00:00:00Z'))?.rows;
  }

  it('is read as published', async () => {
    expect(await read(ENTRY)).toMatchObject([
      {
        at: '2021-05-07T03:38:26.000Z',
        sku: 'ALI-AND-NINO3',
        delta: 2,
        kind: 'receipt',
        refNo: 'RVG296-210329-0001',
      },
    ]);
  });

  it.each([
    ['Putaway', undefined, 'receipt'],
    [7, undefined, 'receipt'],
    ['7', '入库上架', 'receipt'],
    [4, undefined, 'ship'],
    ['Putaway', '售后上架', 'return'],
    ['Putaway', '调入上架', 'transfer'],
    ['', '调出下架', 'transfer'],
    ['', '盘点', 'count'],
    ['', '订单签出', 'ship'],
    ['ReturnPutaway', undefined, 'return'],
    ['TuneIn', undefined, 'transfer'],
    ['Order', undefined, 'ship'],
    ['Elsewhere', undefined, 'adjust'],
  ])('takes %s %s for %s', async (application_code, application_code_text, kind) => {
    expect(await read({ ...ENTRY, application_code, application_code_text })).toMatchObject([{ kind }]);
  });

  it('takes away what was taken away', async () => {
    expect(await read({ ...ENTRY, inventory_change_type: 2 })).toMatchObject([{ delta: -2 }]);
  });
});

describe('an article at GoodCang', () => {
  const { product_sku: _sku, ...nameless } = ENTRY;
  const named = async (more: object) => {
    const { stockLedger } = answering({
      ask: 'success',
      message: 'Success',
      data: [{ ...nameless, ...more }],
      count: 1,
    });
    return (await stockLedger?.(ACCESS, 'USEA', '2021-05-01T00:00:00Z', '2021-05-10T00:00:00Z'))?.rows[0]?.sku;
  };

  it('keeps its SKU by whichever of its names an entry tells', async () => {
    expect(await named({})).toBe('ALI-AND-NINO3');
    expect(await named({ product_sku: '', product_barcode: '000012-LAMP-1' })).toBe('LAMP-1');
    expect(await named({ product_sku: null, product_barcode: '6901234567892' })).toBe('6901234567892');
    expect(await named({ product_sku: {}, product_barcode: null, fba_product_code: 'X00170NZI8' })).toBe('X00170NZI8');
    expect(await named({ product_sku: 18005001, product_barcode: null })).toBe('18005001');
  });

  it('has its stock under it', async () => {
    const row = { product_sku: '', product_barcode: 'G296-LAMP-1', sellable: '5', reserved: 1, remark: {} };
    const { inventory } = answering({ ask: 'Success', data: [row], count: '1' });
    expect((await inventory(ACCESS, 'USEA')).rows).toMatchObject([{ sku: 'LAMP-1', available: 5, onHand: 6 }]);
  });
});

describe('an arrival at GoodCang', () => {
  it('is read whatever happens to a field that nobody needs', async () => {
    const line = { box_no: '1', product_sku: 'LAMP-1', product_barcode: 'G296-LAMP-1', fba_product_code: 'X00' };
    const counts = { overseas_pre_count: 10, overseas_receiving_count: 9, overseas_shelves_count: 8 };
    const data = {
      receiving_code: 'RVG296-260101-0001',
      reference_no: 'IB-1',
      receiving_status: '10',
      receiving_desc: '',
      overseas_detail: [{ ...line, ...counts }],
    };
    const needed = [
      'reference_no',
      'receiving_status',
      ...['product_sku', ...Object.keys(counts)].map((name) => `overseas_detail.*.${name}`),
    ];
    const state = (answer: unknown) => answering({ ask: 'Success', data: answer }).inbound(ACCESS, data.receiving_code);
    const expected = {
      status: 'putAway',
      items: [{ sku: 'LAMP-1', planned: 10, received: 9, putAway: 8, damaged: 0 }],
    };
    for (const { what, answer } of bent(data, needed))
      expect([what, await state(answer)]).toMatchObject([what, expected]);
    expect((await state({ ...data, receiving_code: null })).inboundNo).toBe(data.receiving_code);
  });

  it('keeps a SKU that is named only by the code on Amazon’s label', async () => {
    const line = (more: object) => ({ box_no: 'RV000012-150716-0001-1', ...more });
    // As in the published example of inbound_order/get_grn_detail.
    const data = {
      receiving_code: 'RV000012-150716-0001',
      reference_no: 'IB-1',
      receiving_status: 10,
      overseas_detail: [
        line({ fba_product_code: '18005001', overseas_pre_count: 10, overseas_shelves_count: 10 }),
        line({ product_sku: '', fba_product_code: '18005001', overseas_pre_count: 5, overseas_shelves_count: 4 }),
        line({ product_sku: 'LAMP-1', fba_product_code: 'X00170NZI8', overseas_pre_count: 1 }),
      ],
    };
    const { items } = await answering({ ask: 'Success', data }).inbound(ACCESS, 'RV000012-150716-0001');
    expect(items.map(({ sku, planned, putAway }) => [sku, planned, putAway])).toEqual([
      ['18005001', 15, 14],
      ['LAMP-1', 1, 0],
    ]);
  });
});
