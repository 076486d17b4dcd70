import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { travelLeg } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { noteTravel } from '../../warehouse/public.ts';
import { holdLeg, legDocument } from '../documents.ts';

type Travel = Omit<ParsedOf<typeof travelLeg>, 'idempotencyKey'>;

/** Edits transport details in transit: forwarders roll containers and ships are late. */
export async function saveTravel(tx: Tx, input: Travel): Promise<void> {
  const held = await holdLeg(tx, input.id);
  if (held.version !== input.version) throw conflict('transit.stale');
  if (!['submitted', 'shipped', 'arrived'].includes(held.state))
    throw conflict('document.state', { number: held.number, from: held.state, to: 'shipped' });
  if (input.departOn && input.etaOn && input.etaOn < input.departOn) throw badField('etaOn', 'transit.etaFirst');
  const { forwarder, trackingNumber, etaOn } = input;
  const container = input.container.toUpperCase();
  await tx.rows(sql`update transit_leg set forwarder = ${forwarder}, container = ${container},
      tracking_number = ${trackingNumber}, cartons = ${input.cartons}, depart_on = ${input.departOn}, eta_on = ${etaOn},
      remark = ${input.remark}, version = version + 1
    where company_id = ${sql.company} and id = ${held.id}`);
  if (held.inboundId !== null)
    await noteTravel(tx, held.inboundId, {
      reference: container,
      carrier: forwarder,
      trackingNumber,
      expectedOn: etaOn,
    });
  const eta = etaOn === held.etaOn ? {} : { eta: etaOn };
  writeHistory(tx, [{ docKind: legDocument.kind, docId: held.id, event: 'travel', detail: eta }]);
}
