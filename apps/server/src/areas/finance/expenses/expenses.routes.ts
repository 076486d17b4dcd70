import * as calls from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute, startExport } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import { advances, balances, record, voidAdvance } from './advances.ts';
import { submit } from './approval.ts';
import {
  budgetAccounts,
  budgetExport,
  budgetLines,
  budgetMonth,
  budgetPage,
  deleteBudgets,
  oneBudget,
  saveBudget,
} from './budget.ts';
import { choices } from './choices.ts';
import { expenseImport } from './import.ts';
import { detail, expenses, expensesExport, exportable, sums, tabs } from './list.ts';
import { pay, removeMany } from './pay.ts';
import { recurring, saveRecurring } from './recurring.ts';
import { oneRegistration, registrationPage, saveRegistration, typeChoices } from './registration.ts';
import { cancelRun, confirmRun, prepareRun, runDetail, runFile, runs } from './runs.ts';
import { saveDraft } from './save.ts';
import { deleteType, listTypes, saveType } from './types.ts';

export function expenseRoutes(app: App): Route[] {
  return [
    handle(calls.listExpenseTypes, async (tx) => ({ list: await listTypes(tx) })),
    handle(calls.saveExpenseType, (tx, input) => saveType(tx, input)),
    handle(calls.deleteExpenseType, (tx, { id }) => deleteType(tx, id)),
    handle(calls.getExpenseChoices, (tx) => choices(tx)),
    handle(calls.listExpenses, (tx, input) => expenses.page(tx, input)),
    handle(calls.expenseTabs, (tx, { side }) => tabs(tx, side)),
    handle(calls.expenseSums, (tx, filter) => sums(tx, filter)),
    handle(calls.getExpense, (tx, { id }, ctx) => detail(tx, id, ctx.language)),
    handle(calls.saveExpense, (tx, { idempotencyKey: _key, ...input }) => saveDraft(tx, input)),
    handle(calls.submitExpense, (tx, { id }) => submit(tx, id)),
    handle(calls.payExpense, (tx, input) => pay(tx, input)),
    handleApp(calls.removeExpenses, (ctx, input) => removeMany(app, ctx, input)),
    handle(calls.exportExpenses, (tx, { filter }, ctx) =>
      startExport(tx, ctx, expensesExport, exportable(tx, filter), calls.exportExpenses),
    ),
    ...importRoutes(
      app,
      {
        template: calls.expenseTemplate,
        preview: calls.previewExpenseImport,
        errors: calls.expenseImportErrors,
        commit: calls.commitExpenseImport,
      },
      expenseImport,
    ),
    ...moneyRoutes(),
    ...budgetRoutes(),
    ...registrationRoutes(app),
  ];
}

function moneyRoutes(): Route[] {
  return [
    handle(calls.listAdvances, (tx, input) => advances.page(tx, input)),
    handle(calls.advanceBalances, (tx) => balances(tx)),
    handle(calls.recordAdvance, (tx, input) => record(tx, input)),
    handle(calls.voidAdvance, (tx, { id }) => voidAdvance(tx, id)),
    handle(calls.listRecurringExpenses, (tx, input) => recurring.page(tx, input)),
    handle(calls.saveRecurringExpense, (tx, input) => saveRecurring(tx, input)),
    handle(calls.listPaymentRuns, (tx, input) => runs.page(tx, input)),
    handle(calls.getPaymentRun, (tx, { id }) => runDetail(tx, id)),
    handle(calls.preparePaymentRun, (tx, input) => prepareRun(tx, input)),
    handle(calls.confirmPaymentRun, (tx, { id }) => confirmRun(tx, id)),
    handle(calls.cancelPaymentRun, (tx, { id }) => cancelRun(tx, id)),
    handle(calls.paymentRunFile, (tx, { id, kind }, ctx) => runFile(tx, ctx, id, kind)),
  ];
}

function budgetRoutes(): Route[] {
  return [
    handle(calls.listBudget, (tx, input) => budgetLines.page(tx, input)),
    handle(calls.budgetMonth, (tx, { month }) => budgetMonth(tx, month)),
    exportRoute(calls.exportBudget, budgetExport, ({ filter }) => filter),
    handle(calls.getMonthBudgetJson, (tx, input) => budgetPage(tx, input)),
    handle(calls.findOneMonthBudget, (tx, { id }) => oneBudget(tx, id)),
    handle(calls.getMonthBudgetAccounts, (tx, { id }, ctx) => budgetAccounts(tx, id, ctx.language)),
    handle(calls.saveOrUpdateMonthBudget, (tx, input) => saveBudget(tx, input)),
    handle(calls.delMonthBudget, (tx, input) => deleteBudgets(tx, input)),
  ];
}

function registrationRoutes(app: App): Route[] {
  return [
    handle(calls.getExpenseAccountJson, (tx, input, ctx) => registrationPage(tx, input, ctx.language)),
    handle(calls.findOneExpenseAccount, (tx, { id }, ctx) => oneRegistration(tx, id, ctx.language)),
    handle(calls.saveOrUpdateExpenseAccount, (tx, input) => saveRegistration(tx, input)),
    handleApp(calls.delExpenseAccount, (ctx, input) => removeMany(app, ctx, input)),
    handle(calls.selectExpenseTypeJson, (tx, _input, ctx) => typeChoices(tx, ctx.language)),
  ];
}
