import {
  bankLineTabs,
  bankMatchEntries,
  bankSuggestions,
  listBankLines,
  listBankRules,
  listBankStatements,
  listMatchTargets,
  listMoneyAccounts,
  listMoneyEntries,
} from '@tradewind/contract/finance/banking.ts';

/** Calls whose answers change with a match, an import or an account. */
export const OF_BANK = [
  listBankLines,
  bankLineTabs,
  bankMatchEntries,
  bankSuggestions,
  listMatchTargets,
  listMoneyAccounts,
  listMoneyEntries,
  listBankStatements,
  listBankRules,
];
