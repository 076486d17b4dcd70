import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { removeCarton as removeCall, saveCarton as saveCall } from '@tradewind/contract/warehouse.ts';
import { inboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { assertByHand } from './by-hand.ts';
import { assertNotReceived, CARTON } from './carton.ts';
import { inbounds } from './list.ts';
import { lockInbound } from './receive.ts';

type Carton = { id: number; code: string; receivedAt: string | null; receivedBy: string | null };
type Input = Omit<ParsedOf<typeof saveCall>, 'idempotencyKey'>;

/** Adds a carton or edits its contents, as long as it has not been received. */
export async function saveCarton(tx: Tx, input: Input): Promise<{ id: number }> {
  const cartons = await openCartons(tx, input);
  const code = input.code.trim();
  const known = cartons.find((one) => one.id === input.id);
  if (input.id !== undefined && !known) throw notFound('warehouse.cartonNotFound', { code });
  if (known) assertNotReceived(known);
  if (cartons.some((one) => one.id !== input.id && one.code.toUpperCase() === code.toUpperCase()))
    throw badField('code', 'warehouse.cartonTwice');
  await assertLines(tx, input);
  const contents = JSON.stringify(input.contents);
  const [saved] = known
    ? await tx.rows<{ id: number }>(
        sql`update inbound_carton set code = ${code}, contents = ${contents}::jsonb where company_id = ${sql.company} and id = ${known.id} returning id`,
      )
    : await tx.rows<{ id: number }>(
        sql`insert into inbound_carton (company_id, inbound_id, code, contents) values (${sql.company}, ${input.inboundId}, ${code}, ${contents}::jsonb) returning id`,
      );
  if (!saved) throw new Error('a carton was not written');
  await changed(tx, input.inboundId, 'cartonSaved', code);
  return saved;
}

/** Removes a carton. Its units stay expected. */
export async function removeCarton(tx: Tx, input: ParsedOf<typeof removeCall>): Promise<void> {
  const carton = (await openCartons(tx, input)).find((one) => one.id === input.id);
  if (!carton) throw notFound('warehouse.cartonNotFound', { code: '' });
  assertNotReceived(carton);
  await tx.rows(sql`delete from inbound_carton where company_id = ${sql.company} and id = ${carton.id}`);
  await changed(tx, input.inboundId, 'cartonRemoved', carton.code);
}

/** The cartons of a document that is still open and unchanged since the editor read it. Locks the document. */
async function openCartons(tx: Tx, input: { inboundId: number; version: number }): Promise<Carton[]> {
  const observed = await inbounds.one(tx, input.inboundId);
  const inbound = await lockInbound(tx, input.inboundId);
  if (!inboundMay('editCartons', inbound)) throw conflict('warehouse.inboundClosed', { number: observed.number });
  if (inbound.version !== input.version) throw conflict('core.stale', await lastChange(tx, 'inbound', input.inboundId));
  await assertByHand(tx, inbound);
  return tx.rows<Carton>(
    sql`select ${CARTON} from inbound_carton where company_id = ${sql.company} and inbound_id = ${input.inboundId} order by id`,
  );
}

async function assertLines(tx: Tx, { inboundId, contents }: Input): Promise<void> {
  const lines = await tx.rows<{ id: number }>(
    sql`select id from inbound_line where company_id = ${sql.company} and inbound_id = ${inboundId}`,
  );
  const known = new Set(lines.map((line) => line.id));
  const strange = contents.findIndex((part) => !known.has(part.lineId));
  if (strange >= 0) throw badField(`contents.${strange}.lineId`, 'warehouse.inboundLineNotFound');
}

async function changed(tx: Tx, inboundId: number, event: 'cartonSaved' | 'cartonRemoved', name: string): Promise<void> {
  await tx.rows(sql`update inbound set version = version + 1 where company_id = ${sql.company} and id = ${inboundId}`);
  writeHistory(tx, [{ docKind: 'inbound', docId: inboundId, event, detail: { name } }]);
}
