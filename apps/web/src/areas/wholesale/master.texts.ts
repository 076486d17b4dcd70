import type { TextPairs } from '@tradewind/contract/words.ts';

/** What orders are made of: customers and price lists. */
export const texts = {
  master: {
    customer: {
      add: ['新增客户', 'Add customer'],
      edit: ['编辑客户', 'Edit customer'],
      save: ['保存客户', 'Save customer'],
      search: ['客户名称', 'Customer name'],
      none: ['还没有客户', 'No customers yet'],
      noneHint: ['新增批发客户，并设置付款条件。', 'Add wholesale customers and their payment terms.'],
      deleteTitle: ['删除客户 {{name}}？', 'Delete customer {{name}}?'],
      deleteText: ['只有没有订单的客户可以删除。', 'Only customers without orders can be deleted.'],
    },
    priceList: {
      add: ['新增价目表', 'Add price list'],
      edit: ['编辑价目表', 'Edit price list'],
      save: ['保存价目表', 'Save price list'],
      search: ['价目表名称', 'Price list name'],
      none: ['还没有价目表', 'No price lists yet'],
      noneHint: ['按币种、商品和起订数量设置单价。', 'Set unit prices by currency, product and minimum quantity.'],
      deleteTitle: ['删除价目表 {{name}}？', 'Delete price list {{name}}?'],
      deleteText: ['只有没有客户使用的价目表可以删除。', 'Only price lists without customers can be deleted.'],
    },
  },
} satisfies TextPairs;
