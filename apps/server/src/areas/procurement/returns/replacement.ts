import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { inboundClosed, inboundPricing, inboundReceived, inboundTakenBack } from '../../warehouse/public.ts';
import { returnDocument } from '../documents.ts';
import type { supplierReturnLine } from '../returns.tables.ts';
import { type HeldReturn, holdReturn, linesOfReturn, moveReturn, type ReturnLine } from './hold.ts';
import { write } from './settle.ts';
import { unitValue } from './ship.ts';

const DOC = returnDocument.kind;

interface Receipts {
  sourceKind: string | null;
  sourceId: number | null;
  receipts: readonly { sourceLine: number; quantity: number }[];
}

// A new unit costs what the returned one did, and nobody is owed for it.
inboundPricing.listen(async (tx, { sourceKind, sourceId, price }) => {
  if (sourceKind !== DOC || sourceId === null) return;
  for (const line of await linesOfReturn(tx, sourceId)) price(line.id, unitValue(line));
});
inboundReceived.listen((tx, received) => follow(tx, received, 1));
inboundTakenBack.listen((tx, received) => follow(tx, received, -1));
inboundClosed.listen((_tx, { sourceKind, sourceId, cancelled, lines }) => {
  if (sourceKind !== DOC || sourceId === null) return;
  const units = lines.reduce((sum, line) => sum + Math.max(line.expected - line.received, 0), 0);
  if (units === 0) return;
  const event = cancelled ? 'asnCancelled' : 'asnShort';
  writeHistory(_tx, [{ docKind: DOC, docId: sourceId, event, detail: { units } }]);
});

const isWhole = (lines: readonly ReturnLine[]) => lines.every((line) => line.replaced >= line.quantity);

/** New units, or new units whose receipt was undone (-1). The last one settles the return. */
async function follow(tx: Tx, { sourceKind, sourceId, receipts }: Receipts, sign: 1 | -1): Promise<void> {
  if (sourceKind !== DOC || sourceId === null) return;
  const held = await holdReturn(tx, sourceId);
  const lines = await linesOfReturn(tx, sourceId);
  const before = isWhole(lines);
  let [value, units] = [new Decimal(0), 0];
  for (const { sourceLine, quantity } of receipts) {
    const line = lines.find((one) => one.id === sourceLine);
    if (!line) continue;
    // Units beyond those owed are worth nothing here: nobody owed them.
    const owed = () => Math.min(line.replaced, line.quantity);
    const then = owed();
    line.replaced += sign * quantity;
    const counted = owed() - then;
    units += counted;
    value = value.plus(
      new Decimal(unitValue(line)).times(Math.abs(counted)).toDecimalPlaces(2).times(Math.sign(counted)),
    );
  }
  await tx.rows(
    updateRows<typeof supplierReturnLine>(
      'supplier_return_line',
      lines.map(({ id, replaced }) => ({ id, replaced })),
    ),
  );
  const whole = isWhole(lines);
  // Given up before: what comes all the same lowers the difference.
  const closed = whole || (held.state === 'settled' && !before);
  await book(tx, held, { value, units, closed });
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: held.id,
      event: sign > 0 ? 'unitsCame' : 'receiptUndone',
      detail: { units: Math.abs(units) },
    },
  ]);
  if (held.state === 'shipped' && whole) await moveReturn(tx, held, 'settled', 'settled');
  if (held.state === 'settled' && before && !whole) await moveReturn(tx, held, 'shipped', 'openAgain');
}

/** What came at its value. Once nothing more is expected, the rest of the claim is a difference: cents, or units given up. */
async function book(
  tx: Tx,
  held: HeldReturn,
  { value, units, closed }: { value: Decimal; units: number; closed: boolean },
): Promise<void> {
  const sums = await tx.row<{ amount: string; short: string }>(sql`select coalesce(sum(amount), 0)::text as amount,
      coalesce(sum(short), 0)::text as short
    from supplier_return_settlement where company_id = ${sql.company} and return_id = ${held.id}`);
  const came = new Decimal(sums?.amount ?? 0).plus(value);
  const short = (closed ? new Decimal(held.claimBase).minus(came) : new Decimal(0)).minus(sums?.short ?? 0);
  if (value.isZero() && short.isZero() && units === 0) return;
  const { timeZone } = await companyOf(tx);
  await write(tx, held, {
    ...{ amount: money(value), short: money(short), amountBase: money(value), shortBase: money(short) },
    ...{ billId: null, units, reference: '', onDay: localDay(tx.now, timeZone), remark: '', rateThen: '1' },
  });
}
