import * as contract from '@tradewind/contract/finance/banking.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { accountEntries, accountPage, saveAccount, statements, switchAccount } from './accounts.ts';
import { confirmClear } from './clear.ts';
import { importStatement, previewStatement, uploadStatement } from './import.ts';
import { lineExport, linePage, lineTabs } from './lines.ts';
import { bookLine, confirmMatch, confirmTransfer, undoMatch } from './match.ts';
import { matchEntries } from './match-entries.ts';
import { revaluationOf, revalue } from './revalue.ts';
import { deleteRule, rulesOf, saveRule } from './rules.ts';
import { suggestions, targetPage } from './suggest.ts';
import './banking.texts.ts';

export const bankingRoutes = (app: App): Route[] => [...ofAccounts(), ...ofStatements(app), ...ofMatches()];

const ofAccounts = (): Route[] => [
  handle(contract.listMoneyAccounts, (tx, input) => accountPage(tx, input)),
  handle(contract.saveMoneyAccount, (tx, input) => saveAccount(tx, input)),
  handle(contract.switchMoneyAccount, (tx, input) => switchAccount(tx, input)),
  handle(contract.listMoneyEntries, (tx, input, ctx) => accountEntries(tx, ctx.language, input)),
  handle(contract.getRevaluation, (tx, { month }, ctx) => revaluationOf(tx, ctx, month)),
  handle(contract.runRevaluation, async (tx, { month }) => ({ booked: await revalue(tx, month) })),
];

const ofStatements = (app: App): Route[] => [
  handleApp(contract.uploadBankStatement, (ctx, input) => uploadStatement(app, ctx, input)),
  handleApp(contract.previewBankStatement, (ctx, input) => previewStatement(app, ctx, input)),
  handleApp(contract.importBankStatement, (ctx, input) => importStatement(app, ctx, input)),
  handle(contract.listBankStatements, (tx, input) => statements.page(tx, input)),
  handle(contract.listBankLines, (tx, input, ctx) => linePage(tx, ctx.language, input)),
  handle(contract.bankLineTabs, async (tx, { accountId }) => ({ counts: await lineTabs(tx, accountId) })),
  exportRoute(contract.exportBankLines, lineExport),
];

const ofMatches = (): Route[] => [
  handle(contract.bankSuggestions, (tx, { ids }, ctx) => suggestions(tx, ctx.language, ids)),
  handle(contract.listMatchTargets, (tx, input, ctx) => targetPage(tx, ctx.language, input)),
  handle(contract.confirmBankMatch, (tx, input) => confirmMatch(tx, input)),
  handle(contract.confirmBankTransfer, (tx, input) => confirmTransfer(tx, input)),
  handle(contract.bookBankLine, (tx, input) => bookLine(tx, input)),
  handle(contract.confirmClearMatches, async (tx, input, ctx) => bulkAnswer(ctx, await confirmClear(tx, input))),
  handle(contract.bankMatchEntries, (tx, { matchId }, ctx) => matchEntries(tx, ctx, matchId)),
  handle(contract.undoBankMatch, (tx, { matchId }) => undoMatch(tx, matchId)),
  handle(contract.listBankRules, async (tx) => ({ list: await rulesOf(tx) })),
  handle(contract.saveBankRule, (tx, input) => saveRule(tx, input)),
  handle(contract.deleteBankRule, (tx, input) => deleteRule(tx, input)),
];
