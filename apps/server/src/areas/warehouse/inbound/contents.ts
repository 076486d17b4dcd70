import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { removeCarton as removeCall, saveCarton as saveCall } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import type { InboundState } from '../states.ts';
import { assertByHand } from './by-hand.ts';
import { assertNotReceived, CARTON } from './carton.ts';
import { seeInbound } from './detail.ts';
import { lockInbound } from './receive.ts';

type Carton = { id: number; code: string; receivedAt: string | null; receivedBy: string | null };
type Given = Omit<ParsedOf<typeof saveCall>, 'idempotencyKey'>;

const OPEN: readonly InboundState[] = ['notice', 'arrived', 'receiving'];

/** What is in a carton is said anew, or a carton is added, as long as nobody has received it. */
export async function saveCarton(tx: Tx, given: Given): Promise<{ id: number }> {
  const cartons = await openCartons(tx, given);
  const code = given.code.trim();
  const known = cartons.find((one) => one.id === given.id);
  if (given.id !== undefined && !known) throw notFound('warehouse.cartonNotFound', { code });
  if (known) assertNotReceived(known);
  if (cartons.some((one) => one.id !== given.id && one.code.toUpperCase() === code.toUpperCase()))
    throw badField('code', 'warehouse.cartonTwice');
  await assertLines(tx, given);
  const contents = JSON.stringify(given.contents);
  const [saved] = known
    ? await tx.prepared<{ id: number }>(
        'inbound_carton_edit',
        'update inbound_carton set code = $3, contents = $4::jsonb where company_id = $1 and id = $2 returning id',
        [tx.companyId, known.id, code, contents],
      )
    : await tx.prepared<{ id: number }>(
        'inbound_carton_add',
        'insert into inbound_carton (company_id, inbound_id, code, contents) values ($1, $2, $3, $4::jsonb) returning id',
        [tx.companyId, given.inboundId, code, contents],
      );
  if (!saved) throw new Error('a carton was not written');
  await changed(tx, given.inboundId, 'cartonSaved', code);
  return saved;
}

/** It does not come; its lines stay expected. */
export async function removeCarton(tx: Tx, given: ParsedOf<typeof removeCall>): Promise<void> {
  const carton = (await openCartons(tx, given)).find((one) => one.id === given.id);
  if (!carton) throw notFound('warehouse.cartonNotFound', { code: '' });
  assertNotReceived(carton);
  await tx.prepared('inbound_carton_remove', 'delete from inbound_carton where company_id = $1 and id = $2', [
    tx.companyId,
    carton.id,
  ]);
  await changed(tx, given.inboundId, 'cartonRemoved', carton.code);
}

/** The cartons of a document that is open still and as its editor saw it; all of it is locked. */
async function openCartons(tx: Tx, given: { inboundId: number; version: number }): Promise<Carton[]> {
  const seen = await seeInbound(tx, given.inboundId);
  const inbound = await lockInbound(tx, given.inboundId);
  if (!OPEN.includes(inbound.state)) throw conflict('warehouse.inboundClosed', { number: seen.number });
  if (inbound.version !== given.version) throw conflict('core.stale', await lastChange(tx, 'inbound', given.inboundId));
  await assertByHand(tx, inbound);
  return tx.prepared<Carton>(
    'inbound_cartons_open',
    `select ${CARTON} from inbound_carton where company_id = $1 and inbound_id = $2 order by id`,
    [tx.companyId, given.inboundId],
  );
}

async function assertLines(tx: Tx, { inboundId, contents }: Given): Promise<void> {
  const lines = await tx.prepared<{ id: number }>(
    'inbound_carton_lines',
    'select id from inbound_line where company_id = $1 and inbound_id = $2',
    [tx.companyId, inboundId],
  );
  const known = new Set(lines.map((line) => line.id));
  const strange = contents.findIndex((part) => !known.has(part.lineId));
  if (strange >= 0) throw badField(`contents.${strange}.lineId`, 'warehouse.inboundLineNotFound');
}

async function changed(tx: Tx, inboundId: number, event: 'cartonSaved' | 'cartonRemoved', name: string): Promise<void> {
  await tx.prepared('inbound_version', 'update inbound set version = version + 1 where company_id = $1 and id = $2', [
    tx.companyId,
    inboundId,
  ]);
  writeHistory(tx, [{ docKind: 'inbound', docId: inboundId, event, detail: { name } }]);
}
