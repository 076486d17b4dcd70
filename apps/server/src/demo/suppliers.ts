import type { InputOf } from '@tradewind/contract/call.ts';
import { blockSupplier, saveSupplier, saveSupplierBank, saveSupplierPrice } from '@tradewind/contract/procurement.ts';
import { productIdsBySku } from '../areas/catalog/public.ts';
import { Decimal } from '../core/money.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast } from './context.ts';
import { type Good, productOf } from './goods.ts';
import { seeded } from './random.ts';

type Supplier = InputOf<typeof saveSupplier>;

const SUPPLIERS: readonly Supplier[] = [
  {
    ...{ code: 'YW-001', nameZh: '义乌市晨光家居用品厂', nameEn: 'Yiwu Chenguang Homeware', contact: '王经理' },
    ...{ phone: '0579-8555 0101', wechat: 'cg-homeware', address: '浙江省义乌市北苑街道', currency: 'CNY' },
    terms: [
      { percent: '30', when: 'order' },
      { percent: '70', when: 'dispatch' },
    ],
    ...{ leadDays: 15, minimumAmount: '5000' },
  },
  {
    ...{ code: 'CZ-002', nameZh: '潮州市瓷之源陶瓷厂', nameEn: 'Chaozhou Cizhiyuan Ceramics', contact: '陈小姐' },
    ...{ phone: '0768-2555 0188', wechat: 'cizhiyuan', address: '广东省潮州市枫溪区', currency: 'CNY' },
    terms: [{ percent: '100', when: 'monthEnd', days: 30 }],
    ...{ leadDays: 25, minimumAmount: '12000' },
  },
  {
    ...{ code: 'NB-003', nameZh: '宁波远航文具礼品有限公司', nameEn: 'Ningbo Yuanhang Gifts', contact: '林先生' },
    ...{ phone: '0574-8755 0133', email: 'sales@yuanhang.example', address: '浙江省宁波市鄞州区', currency: 'USD' },
    terms: [
      { percent: '20', when: 'order' },
      { percent: '80', when: 'receipt', days: 15 },
    ],
    leadDays: 20,
  },
  {
    ...{ code: 'DG-004', nameZh: '东莞市旭日塑胶制品厂', nameEn: 'Dongguan Xuri Plastics', contact: '黄厂长' },
    ...{ phone: '0769-8255 0155', address: '广东省东莞市长安镇', currency: 'CNY', leadDays: 12 },
  },
];
const BLOCKED = 'DG-004';
const PRICED = 12;

/** Suppliers, and the prices of a few of their goods: an older one, and one that holds today. */
export async function meetSuppliers(demo: DemoContext, goods: readonly Good[]): Promise<void> {
  const call = callerAt(demo, 'buyer', 89, 4);
  const chosen = goods.slice(0, SUPPLIERS.length * PRICED).map((good) => good.sku);
  const ids = await inPast(demo, 'buyer', at(demo, 89, 4), (tx) => productIdsBySku(tx, chosen));
  for (const [index, supplier] of SUPPLIERS.entries()) {
    const { id: supplierId, code, version } = await call(saveSupplier, supplier);
    if (index === 0)
      await call(saveSupplierBank, {
        ...{ id: supplierId, version, holder: supplier.nameZh, bank: '示例银行义乌支行' },
        account: '0000 1111 2222 3333',
      });
    for (const good of goods.slice(index * PRICED, (index + 1) * PRICED)) {
      const productId = ids.get(good.sku);
      if (!productId) continue;
      const usual = new Decimal(productOf(good).unitPriceCny ?? 0).div(supplier.currency === 'USD' ? 7 : 1);
      const random = seeded(`supplier${good.sku}`);
      for (const [daysAgo, rise] of [
        [200, 0.94],
        [60, 1],
      ] as const) {
        const price = (of: number) => usual.times(rise * of).toFixed(2);
        await call(saveSupplierPrice, {
          ...{ supplierId, productId, validFrom: at(demo, daysAgo, 0).toISOString().slice(0, 10) },
          ...{ supplierSku: `${code.slice(0, 2)}-${random.int(1000, 9999)}`, moq: 50, orderMultiple: 10 },
          breaks: [
            { fromQuantity: 1, unitPrice: price(1) },
            { fromQuantity: 200, unitPrice: price(0.95) },
            { fromQuantity: 1000, unitPrice: price(0.9) },
          ],
        });
      }
    }
    if (code === BLOCKED) await call(blockSupplier, { id: supplierId, reason: '连续三批交期延误，质检不合格' });
  }
  demo.log(`${SUPPLIERS.length} suppliers`);
}
