import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type getPlatformClaim,
  PLATFORM_CLAIM_STATES,
  type PlatformClaimFilter,
  type PlatformClaimLine,
  type PlatformClaimRow,
  platformClaimFilter,
} from '@tradewind/contract/finance/platform-claims.ts';
import { PLATFORM_CLAIM_REASON_WORDS, PLATFORM_CLAIM_STATE_WORDS } from '@tradewind/contract/finance/words.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, startOfDay } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { among, defineList, exportOf, is, numbered, tabFor } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { platformName } from '../../channels/public.ts';
import { claimDocument } from './documents.ts';

const MOST_CANDIDATES = 50;

export const platformClaims = defineList<PlatformClaimFilter, PlatformClaimRow>({
  table: 'platform_claim',
  as: 'pc',
  scope: (tx) => inShops(tx, sql`pc.shop_id`),
  filters: {
    state: is(sql`pc.state`),
    shopIds: among(sql`pc.shop_id`),
    reason: is(sql`pc.reason`),
    text: (typed) =>
      sql`(${numbered(sql`pc.number`)(typed)} or ${beginsWith(sql`pc.case_no`, typed.trim())} or ${beginsWith(sql`pc.platform_order_no`, typed.trim())})`,
  },
  order: sql`pc.id desc`,
  columns: sql`pc.id, pc.number, pc.state, pc.shop_id, h.name as shop_name, h.platform, pc.reason, round(pc.amount, 2)::text as amount,
    pc.currency, (select round(sum(l.amount), 2)::text from platform_claim_line c
      join settlement_line l on l.company_id = ${sql.company} and l.id = c.line_id
      where c.company_id = ${sql.company} and c.claim_id = pc.id) as received,
    pc.claimed_on::text as claimed_on, pc.case_no, pc.platform_order_no, pc.seller_sku, pc.units, pc.note, pc.created_by, pc.closed_at`,
  joins: sql`join shop h on h.company_id = ${sql.company} and h.id = pc.shop_id`,
  missing: 'finance.platformClaimGone',
});

export const claimTabs = (tx: Tx) => platformClaims.tabs(tx, tabFor('state', PLATFORM_CLAIM_STATES));

const linesWhere = (tx: Tx, rest: Sql): Promise<PlatformClaimLine[]> =>
  tx.rows<PlatformClaimLine>(sql`select l.id, l.posted_at, l.type, round(l.amount, 2)::text as amount, l.currency,
      l.settlement_id as settlement_number, l.platform_order_no, l.seller_sku
    from settlement_line l where l.company_id = ${sql.company} and ${rest}`);

export async function claimDetail(tx: Tx, id: number): Promise<ResultOf<typeof getPlatformClaim>> {
  const row = await platformClaims.one(tx, id);
  const lines = await linesWhere(
    tx,
    sql`l.id = any(array(select c.line_id from platform_claim_line c where c.company_id = ${sql.company} and c.claim_id = ${id})) order by l.id`,
  );
  const history = await readHistory(tx, claimDocument.kind, id);
  return { ...row, lines, history: history.map((one) => ({ ...one, at: one.at.toISOString() })) };
}

/** Money for goods, or a fee that comes back: as the index settlement_line_money_back has it. */
const MONEY_BACK = sql`l.amount > 0
  and l.kind in ('adjustment', 'commission', 'fulfilment', 'payment', 'storage', 'advertising', 'other')`;
/** Lines of a shop by which its platform may have paid a claim, and which pay no other. */
export const payable = (shopId: number, currency: string): Sql =>
  sql`l.shop_id = ${shopId} and l.currency = ${currency} and ${MONEY_BACK}
    and not exists (select from platform_claim_line c where c.company_id = ${sql.company} and c.line_id = l.id)`;

export async function candidates(tx: Tx, id: number): Promise<PlatformClaimLine[]> {
  const { shopId, currency, amount, claimedOn } = await platformClaims.one(tx, id);
  return linesWhere(
    tx,
    sql`${payable(shopId, currency)} and l.posted_at >= ${startOfDay(claimedOn)}
      order by abs(l.amount - ${amount}::numeric), l.posted_at desc, l.id limit ${MOST_CANDIDATES}`,
  );
}

const figure = (value: string | null) => (value === null ? null : { number: value });
const wordIn = (words: readonly [string, string] | readonly string[], language: 'zh' | 'en') =>
  words[language === 'zh' ? 0 : 1] ?? '';

export const claimExport = exportOf(platformClaims, {
  name: 'finance.platformClaims',
  title: ['平台索赔', 'Claims on platforms'],
  filter: platformClaimFilter,
  columns: [
    { title: ['索赔单号', 'Claim no.'], width: 20, value: (row) => row.number },
    {
      title: ['状态', 'Status'],
      width: 10,
      value: (row, ctx) => wordIn(PLATFORM_CLAIM_STATE_WORDS[row.state], ctx.language),
    },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['平台', 'Platform'], width: 14, value: (row, ctx) => platformName(row.platform, ctx.language) },
    {
      title: ['原因', 'Reason'],
      width: 16,
      value: (row, ctx) => wordIn(PLATFORM_CLAIM_REASON_WORDS[row.reason], ctx.language),
    },
    { title: ['索赔日期', 'Claimed on'], width: 12, value: (row) => row.claimedOn },
    { title: ['索赔金额', 'Claimed'], width: 14, value: (row) => figure(row.amount) },
    { title: ['到账金额', 'Received'], width: 14, value: (row) => figure(row.received) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['平台案件号', 'Case no.'], width: 20, value: (row) => row.caseNo },
    { title: ['平台订单号', 'Platform order no.'], width: 24, value: (row) => row.platformOrderNo },
    { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sellerSku },
    { title: ['数量', 'Units'], width: 8, value: (row) => row.units },
    { title: ['备注', 'Note'], width: 30, value: (row) => row.note },
  ],
});
