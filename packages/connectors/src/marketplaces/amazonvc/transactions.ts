import { z } from 'zod';
import { laxList, laxText } from '../../lax.ts';
import type { Sleep } from '../../pace.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type Programme, shaped, type VendorClient } from './client.ts';

const PAUSES_MS = [200, 400, 800, 1600, 3200];

const madeShape = z.union([
  z.object({ payload: z.object({ transactionId: z.string().min(1) }) }),
  z.object({ transactionId: z.string().min(1) }),
]);
const oneError = z.object({ code: z.string().catch(''), message: laxText, details: laxText });
/**
 * Retail tells a list, direct fulfilment an object around one. Sources: ErrorList in vendorTransactionStatus.json and in
 * vendorDirectFulfillmentTransactions_2021-12-28.json of Amazon's published models.
 */
const errorList = z.preprocess(
  (answered) =>
    typeof answered === 'object' && answered !== null && 'errors' in answered ? answered.errors : answered,
  laxList(oneError),
);
const status = z.object({
  transactionStatus: z.object({
    status: z.enum(['Processing', 'Success', 'Failure']),
    errors: errorList,
  }),
});
const statusShape = z.union([z.object({ payload: status }), status]);

export type Refusal = z.output<typeof oneError>;
const DOORS: Record<Programme, { operation: 'getTransaction' | 'getTransactionStatus'; path: string }> = {
  retail: { operation: 'getTransaction', path: '/vendor/transactions/v1/transactions' },
  direct: { operation: 'getTransactionStatus', path: '/vendor/directFulfillment/transactions/2021-12-28/transactions' },
};

export const wordsOf = (refusals: readonly Refusal[]): string =>
  refusals.map((one) => [one.code, one.message, one.details].filter(Boolean).join(' ')).join('; ');

type Submission = Parameters<VendorClient>[1];

/**
 * Whatever vendors write is only taken to be looked at; what Amazon makes of it is asked for afterwards. It answers most
 * within seconds, though it may take a quarter of an hour.
 */
export function createTransactions(call: VendorClient, sleep: Sleep) {
  async function ended(access: ShopAccess, programme: Programme, id: string): Promise<Refusal[] | undefined> {
    const { operation, path } = DOORS[programme];
    for (const pause of PAUSES_MS) {
      await sleep(pause);
      const answer = await call(access, { operation, method: 'GET', path: `${path}/${encodeURIComponent(id)}` });
      const read = shaped(statusShape, answer, operation);
      const { status: how, errors } = 'payload' in read ? read.payload.transactionStatus : read.transactionStatus;
      if (how === 'Success') return [];
      if (how === 'Failure')
        return errors.length > 0
          ? errors
          : [{ code: 'Failure', message: 'Amazon does not say why', details: undefined }];
    }
    return undefined;
  }

  /** Why Amazon did not take it; empty when it did. @throws ConnectorError `uncertain` while it is still working */
  async function refusals(access: ShopAccess, programme: Programme, submission: Submission): Promise<Refusal[]> {
    const made = shaped(madeShape, await call(access, submission), submission.operation);
    const id = 'payload' in made ? made.payload.transactionId : made.transactionId;
    const found = await ended(access, programme, id);
    if (found) return found;
    throw stillWorking(submission.operation, programme, id);
  }

  return {
    refusals,

    /** @throws ConnectorError `rejected` in Amazon's words */
    async submit(access: ShopAccess, programme: Programme, submission: Submission): Promise<void> {
      const found = await refusals(access, programme, submission);
      if (found.length > 0) throw refusal(submission.operation, found);
    },

    /** How a write ended that Amazon was still working on. @throws ConnectorError */
    async result(access: ShopAccess, ticket: string): Promise<void> {
      const [operation = '', programme = '', id = ''] = ticket.split(' ');
      const found = await ended(access, programme === 'direct' ? 'direct' : 'retail', id);
      if (!found) throw stillWorking(operation, programme, id);
      const same = operation === 'submitInvoices' && sentBefore(found);
      if (found.length > 0 && !same) throw refusal(operation, found);
    },
  };
}

function stillWorking(operation: string, programme: string, id: string): ConnectorError {
  const message = `${operation}: Amazon is still working on transaction ${id}`;
  return new ConnectorError(PLATFORM, 'uncertain', message, {
    code: 'PROCESSING',
    ticket: `${operation} ${programme} ${id}`,
  });
}

/** Amazon knows the name of the shipment or invoice already; not that of a carton in it. */
export const sentBefore = (found: readonly Refusal[]): boolean =>
  /duplicate.?(shipment|invoice)|(shipment|invoice)\b.*(already|exists|duplicate|not unique)/i.test(wordsOf(found));

export function refusal(operation: string, found: readonly Refusal[]): ConnectorError {
  const code = found[0]?.code;
  return new ConnectorError(PLATFORM, 'rejected', `${operation}: ${wordsOf(found)}`, code ? { code } : {});
}

export type Transactions = ReturnType<typeof createTransactions>;
