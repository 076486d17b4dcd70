import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  duty: {
    title: ['关税估算', 'Duty estimate'],
    terms: ['关税由谁支付', 'Paid by'],
    payer: {
      DAP: ['收件人', 'Recipient'],
      DDP: ['寄件人（DDP）', 'Sender (DDP)'],
    },
    carrier: ['承运商报价', 'Quoted by the carrier'],
    noCarrier: ['承运商没有给出关税报价', 'The carrier quotes no duty'],
    none: ['包裹不跨境，或该国家/地区没有关税税率', 'The parcel crosses no border, or no duty rate is kept for its destination'],
    noRate: ['没有税率', 'No rate'],
    hsCode: ['HS 编码', 'HS code'],
    origin: ['原产国', 'Origin'],
    value: ['申报价值', 'Declared value'],
    duty: ['关税', 'Duty'],
    vat: ['进口增值税', 'Import VAT'],
    fee: ['手续费', 'Fee'],
    total: ['合计', 'Total'],
    hint: ['关税按申报价值计算，增值税按申报价值加关税计算，均不含运费。', 'Duty is on the declared value, VAT on that and the duty. Freight is not included.'],
  },
} satisfies TextPairs;
