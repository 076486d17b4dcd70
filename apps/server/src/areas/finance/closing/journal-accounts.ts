import type { JournalSystem } from '@tradewind/contract/finance/closing.ts';
import type { Account } from '../ledger/accounts.ts';

type Suggestion = readonly [code: string, name: string];

/**
 * What an account of ours usually is there: [Xero code and name of its usual chart, QuickBooks Online name, Kingdee code
 * and name of the standard chart]. Xero takes no journals on its bank, receivable and payable accounts, so these are
 * others that the company adds. See docs/journals.md.
 */
const SUGGESTED: Record<Account, readonly [xero: Suggestion, quickbooks: string, kingdee: Suggestion]> = {
  receivable: [['620', 'Prepayments and Receivables'], 'Other Receivables', ['1122', '应收账款']],
  claim_receivable: [['620', 'Prepayments and Receivables'], 'Other Receivables', ['1221', '其他应收款']],
  platform_unsettled: [['611', 'Marketplace Receivable'], 'Marketplace Receivable', ['1122', '应收账款']],
  platform_deferred: [['611', 'Marketplace Receivable'], 'Marketplace Receivable', ['1122', '应收账款']],
  platform_settled: [['611', 'Marketplace Receivable'], 'Marketplace Receivable', ['1122', '应收账款']],
  platform_reserve: [['612', 'Marketplace Reserve'], 'Marketplace Reserve', ['1221', '其他应收款']],
  platform_in_transit: [['613', 'Payouts in Transit'], 'Payouts in Transit', ['1012', '其他货币资金']],
  suspense: [['850', 'Suspense'], 'Suspense', ['1221', '其他应收款']],
  cash: [['614', 'Cash Clearing'], 'Cash Clearing', ['1002', '银行存款']],
  money_in_transit: [['614', 'Cash Clearing'], 'Cash Clearing', ['1012', '其他货币资金']],
  staff_advance: [['615', 'Staff Advances'], 'Employee Advances', ['1221', '其他应收款']],
  sales: [['200', 'Sales'], 'Sales of Product Income', ['6001', '主营业务收入']],
  order_difference: [['260', 'Other Revenue'], 'Other Income', ['6001', '主营业务收入']],
  shipping_income: [['210', 'Shipping Income'], 'Shipping Income', ['6001', '主营业务收入']],
  discount: [['220', 'Discounts'], 'Discounts Given', ['6001', '主营业务收入']],
  refund: [['230', 'Refunds'], 'Refunds', ['6001', '主营业务收入']],
  platform_adjustment: [['260', 'Other Revenue'], 'Other Income', ['6051', '其他业务收入']],
  other_income: [['260', 'Other Revenue'], 'Other Income', ['6301', '营业外收入']],
  tax_payable: [['825', 'Sales Tax Collected'], 'Sales Tax Collected', ['2221', '应交税费']],
  tax_by_platform: [['826', 'Marketplace Tax'], 'Marketplace Tax', ['2221', '应交税费']],
  input_tax: [['827', 'Input Tax'], 'Input Tax', ['2221', '应交税费']],
  import_tax: [['828', 'Import VAT and Duty'], 'Import VAT and Duty', ['2221', '应交税费']],
  platform_fee: [['405', 'Marketplace Fees'], 'Marketplace Fees', ['6601', '销售费用']],
  advertising: [['400', 'Advertising'], 'Advertising', ['6601', '销售费用']],
  storage_fee: [['406', 'Storage Fees'], 'Storage Fees', ['6601', '销售费用']],
  goods_cost: [['310', 'Cost of Goods Sold'], 'Cost of Goods Sold', ['6401', '主营业务成本']],
  last_mile: [['425', 'Freight & Courier'], 'Shipping, Freight & Delivery', ['6601', '销售费用']],
  claim_loss: [['425', 'Freight & Courier'], 'Bad Debts', ['6711', '营业外支出']],
  carrier_payable: [['805', 'Accruals'], 'Accrued Liabilities', ['2241', '其他应付款']],
  warehouse_fee: [['406', 'Storage Fees'], 'Warehouse Fees', ['6601', '销售费用']],
  warehouse_prepaid: [['620', 'Prepayments and Receivables'], 'Prepaid Expenses', ['1123', '预付账款']],
  warehouse_payable: [['805', 'Accruals'], 'Accrued Liabilities', ['2241', '其他应付款']],
  stock_value: [['630', 'Inventory'], 'Inventory Asset', ['1405', '库存商品']],
  stock_received: [['806', 'Goods Received Not Invoiced'], 'Goods Received Not Invoiced', ['2202', '应付账款']],
  supplier_prepaid: [['620', 'Prepayments and Receivables'], 'Prepaid Expenses', ['1123', '预付账款']],
  supplier_payable: [['807', 'Supplier Clearing'], 'Supplier Clearing', ['2202', '应付账款']],
  operating_expense: [['429', 'General Expenses'], 'Office/General Administrative Expenses', ['6602', '管理费用']],
  bank_fee: [['404', 'Bank Fees'], 'Bank Charges & Fees', ['6603', '财务费用']],
  expense_payable: [['805', 'Accruals'], 'Accrued Liabilities', ['2241', '其他应付款']],
  loan: [['900', 'Loan'], 'Loans Payable', ['2001', '短期借款']],
  owner_equity: [['970', 'Owner A Funds Introduced'], 'Owner’s Investment', ['4001', '实收资本']],
  purchase_difference: [['310', 'Cost of Goods Sold'], 'Cost of Goods Sold', ['6401', '主营业务成本']],
  fx_difference: [['499', 'Realised Currency Gains'], 'Exchange Gain or Loss', ['6603', '财务费用']],
  fx_revaluation: [['498', 'Unrealised Currency Gains'], 'Exchange Gain or Loss', ['6603', '财务费用']],
  stock_difference: [['311', 'Inventory Adjustments'], 'Inventory Shrinkage', ['6602', '管理费用']],
  assembly_difference: [['311', 'Inventory Adjustments'], 'Inventory Shrinkage', ['6401', '主营业务成本']],
  rounding: [['860', 'Rounding'], 'Rounding', ['6603', '财务费用']],
};

export function suggestionOf(system: JournalSystem, account: Account): { code: string; name: string } {
  const [xero, quickbooks, kingdee] = SUGGESTED[account];
  const [code, name] = { xero, quickbooks: ['', quickbooks] as const, kingdee }[system];
  return { code, name };
}
