import { type Module, type Right, rightOf, rights } from '@tradewind/contract/access/modules.ts';

export interface Member {
  userLoginId: string;
  name: string;
  rights: Right[];
  base: string[];
  /** From the top down: "运营中心/客服部". */
  department: string;
  position: string;
  /** Where they work: in the main warehouse only, or in all. */
  warehouses: 'main' | 'all';
}

const some = (module: Module, buttons: string): Right[] =>
  buttons.split(' ').map((button) => rightOf(module.id, button));
const ORDER_PAGES = [rights.order, rights.amazonNorthAmericaOrder, rights.shopifyOrder];

export const MEMBERS: Member[] = [
  {
    userLoginId: 'picker',
    name: '陈师傅',
    rights: [
      rights.stock.adjust,
      ...some(rights.outbound, 'pick pack ship'),
      ...some(rights.picking, 'pick finish'),
      ...some(rights.scanStation, 'receive pick pack count'),
    ],
    base: [],
    department: '供应链中心/仓储部',
    position: '仓库组长',
    warehouses: 'main',
  },
  {
    userLoginId: 'buyer',
    name: '王采购',
    rights: [
      ...some(rights.product, 'add edit import export'),
      ...some(rights.skuMapping, 'add edit'),
      ...some(rights.requisition, 'add edit submit cancel export'),
      ...some(rights.pendingPurchase, 'order cancel export'),
      ...some(rights.purchaseOrder, 'add edit submit receive close export print'),
      ...some(rights.supplier, 'add edit import export'),
      rights.stock.export,
      rights.stockRecord.view,
    ],
    base: ['seeCost', 'export'],
    department: '供应链中心/采购部',
    position: '采购专员',
    warehouses: 'all',
  },
  {
    userLoginId: 'clerk',
    name: '刘客服',
    rights: [
      ...ORDER_PAGES.flatMap((page) => some(page, 'review allocate hold cancel split merge edit remark print')),
      ...some(rights.skuMapping, 'add edit'),
      rights.orderRule.view,
      rights.stock.view,
      rights.outbound.print,
      rights.tracking.refresh,
    ],
    base: ['seeBuyer'],
    department: '运营中心/客服部',
    position: '客服专员',
    warehouses: 'all',
  },
  {
    userLoginId: 'finance',
    name: '赵会计',
    rights: [
      rights.order.view,
      rights.stock.export,
      ...some(rights.expense, 'add edit submit'),
      rights.balance.view,
      rights.storeCollection.view,
      ...some(rights.orderProfit, 'compute export'),
      ...some(rights.settlement, 'match export'),
      rights.orderReport.view,
      ...some(rights.approval, 'approve reject'),
      rights.exchangeRate.edit,
    ],
    base: ['seeCost', 'export'],
    department: '财务部',
    position: '会计',
    warehouses: 'all',
  },
];

/** How the history of documents calls a member; other actors keep their name. */
export const nameOf = (login: string): string => MEMBERS.find((member) => member.userLoginId === login)?.name ?? login;
