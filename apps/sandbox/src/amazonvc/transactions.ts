import { notFound, SpApiError } from '../amazon/errors.ts';
import type { Call, OperationBook } from '../amazon/operations.ts';
import { type Context, param } from '../http/app.ts';

interface Transaction {
  id: string;
  shop: string;
  readyAt: number;
  work: () => void;
  status: 'Processing' | 'Success' | 'Failure';
  errors: { code: string; message: string; details: string }[];
}

/**
 * Every write of a vendor is only taken: what is wrong with its content is told by its transaction alone. Source:
 * vendorTransactionStatus.json, vendorDirectFulfillmentTransactions_2021-12-28.json.
 */
export class TransactionDesk {
  readonly #ctx: Context;
  readonly #all = new Map<string, Transaction>();

  constructor(book: OperationBook, ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.#all.clear());
    book.add({
      method: 'GET',
      path: '/vendor/transactions/v1/transactions/{transactionId}',
      name: 'getTransaction',
      handle: (call) => call.reply.send({ payload: this.#view(call, (errors) => errors) }),
    });
    book.add({
      method: 'GET',
      path: '/vendor/directFulfillment/transactions/2021-12-28/transactions/{transactionId}',
      name: 'getTransactionStatus',
      handle: (call) => call.reply.send(this.#view(call, (errors) => ({ errors }))),
    });
  }

  /** The id under which the outcome is asked for. */
  begin = (call: Call, work: () => void): string => {
    const step = this.#ctx.world.settings.feedStepMs;
    const transaction: Transaction = {
      id: `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${crypto.randomUUID()}`,
      shop: call.shop.id,
      readyAt: this.#ctx.world.clock.now() + step,
      work,
      status: 'Processing',
      errors: [],
    };
    this.#all.set(transaction.id, transaction);
    setTimeout(() => this.#settle(transaction), step + 5).unref();
    return transaction.id;
  };

  /** Once, when its time has come, whether anyone looks or not. */
  #settle(transaction: Transaction): void {
    if (transaction.status !== 'Processing' || this.#ctx.world.clock.now() < transaction.readyAt) return;
    if (this.#all.get(transaction.id) !== transaction) return;
    transaction.status = 'Success';
    try {
      transaction.work();
    } catch (error) {
      if (!(error instanceof SpApiError)) throw error;
      transaction.status = 'Failure';
      transaction.errors = [{ code: error.code, message: error.message, details: error.details }];
    }
  }

  /** The models differ: a list of errors in retail, an object that holds one in direct fulfilment. */
  #view(call: Call, errorList: (errors: Transaction['errors']) => unknown) {
    const transaction = this.#all.get(param(call.request, 'transactionId'));
    if (!transaction || transaction.shop !== call.shop.id) throw notFound();
    this.#settle(transaction);
    const { id: transactionId, status, errors } = transaction;
    return { transactionStatus: { transactionId, status, ...(errors.length > 0 && { errors: errorList(errors) }) } };
  }
}
