import * as contract from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { ageingPage, payableBills } from './ageing.queries.ts';
import { balancePage } from './balances.queries.ts';
import { lowBalances, signInOf } from './check-balance.ts';
import { detailBills, detailFees, expenseNames, salesAgents } from './details.queries.ts';
import { ageingExport, balanceExport, balanceLineExport } from './exports.ts';
import { balanceEntry, balanceLines } from './lines.queries.ts';
import { confirmStatement, deleteStatement, undoStatement } from './statements/confirm.ts';
import { costExport, costFees, costPage } from './statements/costs.ts';
import { assertCosts } from './statements/documents.ts';
import * as statementFile from './statements/import.ts';
import {
  statementCounts,
  statementDetail,
  statementLineExport,
  statementLines,
  statements,
} from './statements/lists.ts';
import { decideLines, matchAgain } from './statements/match.ts';
import { choicesOf, saveTerms, termsOf } from './terms.ts';
import './balances.texts.ts';

export const balanceRoutes = (app: App): Route[] => [
  handle(contract.listBalances, (tx, input, ctx) => balancePage(tx, ctx, input)),
  exportRoute(contract.exportBalances, balanceExport),
  handle(contract.listBalanceLines, (tx, input, ctx) => balanceLines(tx, ctx, input)),
  exportRoute(contract.exportBalanceLines, balanceLineExport),
  handle(contract.getBalanceEntry, (tx, { id }, ctx) => balanceEntry(tx, ctx, id)),
  handle(contract.savePartyTerms, (tx, input) => saveTerms(tx, input)),
  handle(contract.getPartyTerms, (tx, input) => termsOf(tx, input)),
  handle(contract.rechargeChoices, (tx) => choicesOf(tx)),
  handle(contract.listAgeing, (tx, input, ctx) => ageingPage(tx, ctx, input)),
  exportRoute(contract.exportAgeing, ageingExport),
  handle(contract.listPayableBills, (tx, input) => payableBills(tx, input)),
  handle(contract.checkBalance, async (tx, _input, ctx) => ({
    signIn: signInOf(ctx.tokenHash),
    ...(await lowBalances(tx)),
  })),
  handle(contract.getFinanceDetailBill, (tx, { filters }, ctx) => detailBills(tx, ctx, filters)),
  handle(contract.getUserSalesAgent, (tx, { filters }) => salesAgents(tx, filters)),
  handle(contract.getFinanceDetailFee, (tx, { filters }, ctx) => detailFees(tx, ctx, filters)),
  handle(contract.getExpensesName, (tx, _input, ctx) => expenseNames(tx, ctx)),
  ...withCosts(ofStatements(app)),
];

/** All of them show or change costs. */
const withCosts = (routes: readonly Route[]): Route[] =>
  routes.map(({ call, handler }) => ({
    call,
    handler: async (app, ctx: Ctx & Parameters<typeof handler>[1], input) => {
      assertCosts(ctx);
      return handler(app, ctx, input);
    },
  }));

const ofStatements = (app: App): Route[] => [
  handle(contract.listStatements, (tx, input) => statements.page(tx, input)),
  handle(contract.statementTabs, async (tx) => ({ counts: await statementCounts(tx) })),
  handle(contract.getStatement, (tx, { id }) => statementDetail(tx, id)),
  handle(contract.listStatementLines, (tx, input) => statementLines.page(tx, input)),
  exportRoute(contract.exportStatementLines, statementLineExport),
  handle(contract.statementIssuers, (tx) => statementFile.issuers(tx)),
  handleApp(contract.uploadStatement, (ctx, input) => statementFile.upload(app, ctx, input)),
  handleApp(contract.previewStatement, (ctx, input) => statementFile.preview(app, ctx, input)),
  handleApp(contract.statementErrors, (ctx, input) => statementFile.errors(app, ctx, input)),
  handleApp(contract.importStatement, (ctx, input) => statementFile.importFile(app, ctx, input)),
  handle(contract.matchStatement, (tx, { id }) => matchAgain(tx, id)),
  handle(contract.decideStatementLines, (tx, input) => decideLines(tx, input)),
  handle(contract.confirmStatement, (tx, { id }) => confirmStatement(tx, id)),
  handle(contract.undoStatement, (tx, { id }) => undoStatement(tx, id)),
  handle(contract.deleteStatement, (tx, { id }) => deleteStatement(tx, id)),
  handle(contract.listProviderCosts, (tx, input) => costPage(tx, input)),
  handle(contract.listCostFees, (tx, input) => costFees(tx, input)),
  exportRoute(contract.exportProviderCosts, costExport),
];
