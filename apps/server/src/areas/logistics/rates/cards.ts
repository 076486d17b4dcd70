import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import { type RateCardDraft, rateCardContent, rateCardDraft } from '@tradewind/contract/logistics/rates.ts';
import {
  type activateRateVersion,
  type addRateCard,
  type listRateCards,
  RATE_CARDS_MOST,
  RATE_VERSIONS_MOST,
  type RateCardVersion,
  type saveRateDraft,
} from '@tradewind/contract/logistics.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { insertRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { lockChannel } from '../channel/channels.ts';
import type { rateCard, rateCardVersion } from '../rate-cards.tables.ts';
import { cardProblems } from './problems.ts';

const acts = {
  added: defineAction('logistics.rateCardAdded', ['新增运价表', 'Rate card added']),
  drafted: defineAction('logistics.rateDraftStarted', ['新建运价表草稿', 'Draft of a rate card started']),
  changed: defineAction('logistics.rateDraftChanged', ['编辑运价表草稿', 'Draft of a rate card edited']),
  imported: defineAction('logistics.rateDraftImported', ['导入运价表', 'Rate card imported']),
  activated: defineAction('logistics.rateCardActivated', ['启用运价表版本', 'Version of a rate card activated']),
  deleted: defineAction('logistics.rateDraftDeleted', ['删除运价表草稿', 'Draft of a rate card deleted']),
};
const audit = (tx: Tx, action: AuditAction, { cardId, cardName, number }: Head, detail: Record<string, unknown> = {}) =>
  writeAudit(tx, [
    { action, targetKind: 'rate_card', targetId: cardId, targetName: cardName, detail: { version: number, ...detail } },
  ]);

type Head = Omit<RateCardVersion, 'changedAt'> & {
  changedAt: Date;
  cardId: number;
  cardName: string;
  channelId: number;
};
const TODAY = (tx: Tx) => dayOf(sql`${tx.now}`);
const HEAD = (
  tx: Tx,
) => sql`v.id, v.number, v.state, v.valid_from, v.valid_to, v.note, v.revision, v.changed_by, v.changed_at,
  v.state <> 'draft' and ${TODAY(tx)} >= v.valid_from and ${TODAY(tx)} <= coalesce(v.valid_to, 'infinity') as "inForce",
  c.id as "cardId", c.name as "cardName", c.channel_id`;
const JOIN = sql`rate_card_version v join rate_card c on c.company_id = v.company_id and c.id = v.card_id`;

function shown({ cardId: _card, cardName: _name, channelId: _channel, ...row }: Head): RateCardVersion {
  return { ...row, changedAt: row.changedAt.toISOString() };
}

export async function rateCardsOf(tx: Tx, channelId: number): Promise<ResultOf<typeof listRateCards>['list']> {
  const rows = await tx.rows<Head>(sql`select ${HEAD(tx)} from rate_card c cross join lateral (
      select * from rate_card_version x where x.company_id = ${sql.company} and x.card_id = c.id
      order by x.number desc limit ${sql.literal(RATE_VERSIONS_MOST)}) v
    where c.company_id = ${sql.company} and c.channel_id = ${channelId} order by c.name, c.id, v.number desc`);
  return [...Map.groupBy(rows, (row) => row.cardId)].map(([id, versions]) => ({
    id,
    name: versions[0]?.cardName ?? '',
    versions: versions.map(shown),
  }));
}

/** @throws notFound logistics.rateVersionGone */
export async function headOf(tx: Tx, versionId: number): Promise<Head> {
  const head = await tx.row<Head>(
    sql`select ${HEAD(tx)} from ${JOIN} where v.company_id = ${sql.company} and v.id = ${versionId}`,
  );
  if (!head) throw notFound('logistics.rateVersionGone');
  return head;
}

export async function contentOf(tx: Tx, versionId: number): Promise<RateCardDraft> {
  const row = await tx.row<{ content: unknown }>(sql`select content from rate_card_version
    where company_id = ${sql.company} and id = ${versionId}`);
  if (!row) throw notFound('logistics.rateVersionGone');
  return rateCardDraft.parse(row.content);
}

/** A page of the rows of a version, in their order. */
export async function rowsOf<T>(
  tx: Tx,
  part: 'areas' | 'prices' | 'remote',
  { id, page, pageSize }: { id: number; page: number; pageSize: number },
): Promise<{ rows: T[]; total: number; totalExact: boolean }> {
  await headOf(tx, id);
  const row = await tx.row<{
    rows: T[];
    total: number;
  }>(sql`select jsonb_array_length(v.content -> ${part}::text) as total,
      jsonb_path_query_array(v.content -> ${part}::text, '$[$from to $to]',
        jsonb_build_object('from', ${(page - 1) * pageSize}::int, 'to', ${page * pageSize - 1}::int)) as rows
    from rate_card_version v where v.company_id = ${sql.company} and v.id = ${id}`);
  return { rows: row?.rows ?? [], total: row?.total ?? 0, totalExact: true };
}

/** @throws notFound logistics.channelGone; badField name */
export async function addCard(tx: Tx, input: ParsedOf<typeof addRateCard>) {
  const { channelId, name, currency } = input;
  await lockChannel(tx, channelId);
  const known = await tx.rows<{ name: string }>(sql`select name from rate_card
    where company_id = ${sql.company} and channel_id = ${channelId} limit ${sql.literal(RATE_CARDS_MOST)}`);
  if (known.some((one) => one.name === name)) throw badField('name', 'logistics.rateCardTaken');
  if (known.length >= RATE_CARDS_MOST) throw conflict('logistics.rateCardsMany', { count: RATE_CARDS_MOST });
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof rateCard>('rate_card', [{ channelId, name, createdAt: tx.now }])} returning id`,
  );
  const id = made?.id ?? 0;
  const versionId = await insertDraft(tx, id, rateCardDraft.parse({ currency }));
  audit(tx, acts.added, await headOf(tx, versionId));
  return { id, versionId };
}

async function insertDraft(tx: Tx, cardId: number, content: RateCardDraft): Promise<number> {
  const last = await tx.row<{
    number: number;
  }>(sql`select coalesce(max(number), 0)::int as number from rate_card_version
    where company_id = ${sql.company} and card_id = ${cardId}`);
  const number = (last?.number ?? 0) + 1;
  const row = { cardId, number, state: 'draft', note: '', revision: 1, content };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof rateCardVersion>('rate_card_version', [{ ...row, changedBy: tx.actor.name, changedAt: tx.now }])} returning id`,
  );
  return made?.id ?? 0;
}

/** A version under the lock of its card. @throws notFound logistics.rateVersionGone */
async function lockVersion(tx: Tx, versionId: number): Promise<Head> {
  const { cardId } = await headOf(tx, versionId);
  await tx.rows(sql`select 1 from rate_card where company_id = ${sql.company} and id = ${cardId} for update`);
  return headOf(tx, versionId);
}

/** @throws conflict logistics.rateVersionKept, logistics.rateDraftStale */
async function lockDraft(tx: Tx, versionId: number, revision?: number): Promise<Head> {
  const head = await lockVersion(tx, versionId);
  if (head.state !== 'draft') throw conflict('logistics.rateVersionKept', { version: head.number });
  if (revision !== undefined && head.revision !== revision) throw conflict('logistics.rateDraftStale');
  return head;
}

/** @throws conflict logistics.rateDraftExists */
export async function startDraft(tx: Tx, versionId: number): Promise<{ versionId: number }> {
  const { cardId } = await lockVersion(tx, versionId);
  const open = await tx.row(sql`select 1 from rate_card_version
    where company_id = ${sql.company} and card_id = ${cardId} and state = 'draft'`);
  if (open) throw conflict('logistics.rateDraftExists');
  const made = await insertDraft(tx, cardId, await contentOf(tx, versionId));
  audit(tx, acts.drafted, await headOf(tx, made));
  return { versionId: made };
}

export async function saveTerms(tx: Tx, input: ParsedOf<typeof saveRateDraft>): Promise<void> {
  const { id, revision, terms, note } = input;
  const head = await lockDraft(tx, id, revision);
  await tx.rows(sql`update rate_card_version set note = ${note}, ${CHANGED(tx)},
      content = ${sql.json(terms)} || jsonb_build_object('areas', content -> 'areas', 'prices', content -> 'prices',
        'remote', coalesce(content -> 'remote', '[]'))
    where company_id = ${sql.company} and id = ${id}`);
  audit(tx, acts.changed, head);
}

const CHANGED = (tx: Tx) => sql`revision = revision + 1, changed_by = ${tx.actor.name}, changed_at = ${tx.now}`;

/** What a workbook says takes the place of all that the draft had. */
export async function saveContent(tx: Tx, versionId: number, content: RateCardDraft, file: string): Promise<void> {
  const head = await lockDraft(tx, versionId);
  await tx.rows(sql`update rate_card_version set content = ${sql.json(content)}, ${CHANGED(tx)}
    where company_id = ${sql.company} and id = ${versionId}`);
  audit(tx, acts.imported, head, { file });
}

/**
 * From the day on, parcels are rated by this version; the one before it ends the day before. Days that have passed keep
 * the version that their parcels were rated by.
 * @throws ruleBroken logistics.rateDraftIncomplete; badField from
 */
export async function activate(tx: Tx, input: ParsedOf<typeof activateRateVersion>): Promise<void> {
  const { id, revision, from } = input;
  const head = await lockDraft(tx, id, revision);
  const content = rateCardContent.safeParse(await contentOf(tx, id));
  if (!content.success || cardProblems(content.data).length > 0)
    throw ruleBroken('logistics.rateDraftIncomplete', { version: head.number });
  const before = await tx.row<{ id: number; earliest: string; after: boolean }>(sql`select id,
      greatest(valid_from, ${TODAY(tx)})::text as earliest, ${from}::date >= greatest(valid_from, ${TODAY(tx)}) as after
    from rate_card_version where company_id = ${sql.company} and card_id = ${head.cardId} and state = 'active'`);
  if (before && !before.after) throw badField('from', 'logistics.rateDayTaken', { day: before.earliest });
  if (before)
    await tx.rows(sql`update rate_card_version set state = 'retired', valid_to = ${from}::date - 1
      where company_id = ${sql.company} and id = ${before.id}`);
  await tx.rows(sql`update rate_card_version set state = 'active', valid_from = ${from}, changed_by = ${tx.actor.name},
      changed_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  audit(tx, acts.activated, head, { from });
}

export async function deleteDraft(tx: Tx, versionId: number): Promise<void> {
  const head = await lockDraft(tx, versionId);
  await tx.rows(sql`delete from rate_card_version where company_id = ${sql.company} and id = ${versionId}`);
  await tx.rows(sql`delete from rate_card c where c.company_id = ${sql.company} and c.id = ${head.cardId}
    and not exists (select from rate_card_version v where v.company_id = ${sql.company} and v.card_id = c.id)`);
  audit(tx, acts.deleted, head);
}
