import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  merge: {
    open: ['合并到…', 'Merge into…'],
    title: ['把 {{sku}} 合并到另一个商品', 'Merge {{sku}} into another product'],
    into: ['保留的商品', 'Product that stays'],
    intoHelp: ['两个 SKU 其实是同一种商品时使用', 'For two SKUs that turned out to be the same product'],
    verb: ['合并商品', 'Merge products'],
    done: ['已合并', 'Merged'],
    forbidden: ['现在还不能合并', 'These products cannot be merged yet'],
    moves: ['以下内容会转到 {{sku}}', 'What moves to {{sku}}'],
    units: ['{{count}} 件', '{{count}} units', '{{count}} unit'],
    kinds: {
      stock: ['库存', 'Stock'],
      mapping: ['SKU 配对', 'SKU mappings'],
      order: ['未完成订单的商品行', 'Lines of open orders'],
      draft: ['草稿和配方', 'Drafts and recipes'],
      request: ['采购申请行', 'Requisition lines'],
      purchase: ['采购订单行', 'Purchase order lines'],
      price: ['价格', 'Prices'],
      paper: ['合规资料、报关信息和包装', 'Papers, customs data and packaging'],
      fnsku: ['FNSKU', 'FNSKUs'],
    },
    consequence: ['{{from}} 会停用，且不能撤销。它的 SKU 和条码以后都指 {{into}}；已完成的单据不变。', '{{from}} will be disabled. This cannot be undone. Its SKU and barcode will mean {{into}}; completed documents stay as they are.'],
    note: ['该商品已合并到', 'This product was merged into'],
  },
  events: {
    mergedInto: ['合并到', 'Merged into'],
    mergedFrom: ['并入', 'Took over'],
  },
} satisfies TextPairs;
