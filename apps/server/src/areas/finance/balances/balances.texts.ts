import { BALANCE_PARTY_WORDS, STATEMENT_RESULT_WORDS } from '@tradewind/contract/finance/words.ts';
import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'finance.balanceParty': BALANCE_PARTY_WORDS,
  'finance.statementResult': STATEMENT_RESULT_WORDS,
  'finance.entryGone': ['分录不存在', 'This ledger entry does not exist'],
  'finance.partyGone': ['往来单位不存在', 'This party does not exist'],
  'finance.moneyAccountGone': ['资金账户不存在或已停用', 'This money account does not exist or is disabled'],
  'finance.moneyAccountCurrency': ['请选择 {currency} 账户', 'Choose an account in {currency}'],
  'finance.alertOver': ['{count} 个往来单位超出额度', '{count} balances are beyond their limit', '{count} balance is beyond its limit'],
  'finance.alertLow': ['{name} 的账户余额低于 500 元，请及时充值', 'The account balance at {name} has fallen below 500 RMB. Top up promptly'],
  'finance.statementCosts': ['您没有查看成本的权限，不能查看对账单', 'You cannot see statements without the permission to see costs'],
  'finance.statementGone': ['对账单不存在或已删除', 'This statement does not exist or was deleted'],
  'finance.statementState': ['对账单 {number} 当前状态不能这样操作', 'The status of statement {number} does not allow this'],
  'finance.statementTaken': ['对账单 {number} 已导入：单号或文件相同', 'Statement {number} is already imported: it has the same number or the same file'],
  'finance.statementLong': ['一个文件最多 {count} 行', 'A file has at most {count} rows'],
  'finance.statementWarehouse': ['请选择第三方仓库', 'Choose a third-party warehouse'],
  'finance.entry.statementDifference': ['第三方仓对账差额', '3PL statement difference'],
  'finance.entry.statementUndone': ['撤销第三方仓对账', '3PL statement undone'],
});
