/** What orders are made of: customers and price lists. */
export const texts = {
  zh: {
    master: {
      customer: {
        add: '新增客户',
        edit: '编辑客户',
        save: '保存客户',
        search: '客户名称',
        none: '还没有客户',
        noneHint: '添加批量采购的客户和他们的付款条件。',
        deleteTitle: '删除客户 {{name}}？',
        deleteText: '只有没有订单的客户可以删除。',
      },
      priceList: {
        add: '新增价格表',
        edit: '编辑价格表',
        save: '保存价格表',
        search: '价格表名称',
        none: '还没有价格表',
        noneHint: '按币种、产品和起订数量设置单价。',
        deleteTitle: '删除价格表 {{name}}？',
        deleteText: '只有没有客户使用的价格表可以删除。',
      },
    },
  },
  en: {
    master: {
      customer: {
        add: 'New customer',
        edit: 'Edit customer',
        save: 'Save customer',
        search: 'Name of the customer',
        none: 'No customers yet',
        noneHint: 'Add companies that buy in quantity, and their terms.',
        deleteTitle: 'Delete customer {{name}}?',
        deleteText: 'Only customers without orders can be deleted.',
      },
      priceList: {
        add: 'New price list',
        edit: 'Edit price list',
        save: 'Save price list',
        search: 'Name of the price list',
        none: 'No price lists yet',
        noneHint: 'Set unit prices by currency, product and quantity.',
        deleteTitle: 'Delete price list {{name}}?',
        deleteText: 'Only price lists that no customer has can be deleted.',
      },
    },
  },
};
