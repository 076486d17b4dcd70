import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';

type BuiltIn = readonly [value: string, zh: string, en: string];

interface OptionList {
  zoot: string;
  title: readonly [zh: string, en: string];
  builtIns: readonly BuiltIn[];
  /** Histories use its values without a count, so an option is disabled, never deleted. */
  inHistories?: true;
}

/** Lists that a company may extend, with their initial options. Add a list with the first field that uses it. */
export const optionLists: readonly OptionList[] = [
  {
    zoot: 'product.unit',
    title: ['商品单位', 'Product units'],
    builtIns: [
      ['pcs', '个', 'pcs'],
      ['set', '套', 'set'],
      ['pair', '双', 'pair'],
      ['box', '盒', 'box'],
      ['bag', '袋', 'bag'],
      ['roll', '卷', 'roll'],
      ['m', '米', 'm'],
      ['kg', '千克', 'kg'],
    ],
  },
  {
    zoot: 'product.label',
    title: ['商品标签', 'Product labels'],
    builtIns: [
      ['new', '新品', 'New'],
      ['best', '爆款', 'Best seller'],
      ['season', '季节款', 'Seasonal'],
      ['clearance', '清仓', 'Clearance'],
    ],
  },
  {
    zoot: 'cancel.reason',
    title: ['取消原因', 'Cancellation reasons'],
    inHistories: true,
    builtIns: [
      ['buyer', '买家要求', 'Requested by buyer'],
      ['outOfStock', '缺货', 'Out of stock'],
      ['address', '地址无法配送', 'Undeliverable address'],
      ['price', '价格错误', 'Wrong price'],
      ['fraud', '风险订单', 'Suspected fraud'],
      ['other', '其他', 'Other'],
    ],
  },
  {
    zoot: 'return.reason',
    title: ['退货原因', 'Return reasons'],
    builtIns: [
      ['damaged', '商品破损', 'Damaged'],
      ['wrong', '发错商品', 'Wrong item'],
      ['notAsDescribed', '与描述不符', 'Not as described'],
      ['unwanted', '买家不想要', 'No longer wanted'],
      ['lost', '未收到', 'Not received'],
      ['other', '其他', 'Other'],
    ],
  },
];

const byZoot = new Map(optionLists.map((list) => [list.zoot, list]));
export const listOf = (zoot: string): OptionList | undefined => byZoot.get(zoot);

/** Which of these values are in use. */
type Used = (tx: Tx, values: readonly string[]) => Promise<string[]>;
const uses = new Map<string, Used[]>();

/** An area registers which values it uses; those are disabled instead of deleted. */
export function optionUsed(zoot: string, used: Used): void {
  uses.set(zoot, [...(uses.get(zoot) ?? []), used]);
}

export async function usedValues(tx: Tx, zoot: string, values: readonly string[]): Promise<Set<string>> {
  if (listOf(zoot)?.inHistories) return new Set(values);
  const found = await Promise.all((uses.get(zoot) ?? []).map((used) => used(tx, values)));
  return new Set(found.flat());
}

/** Checks a chosen option before it is stored. @throws badField settings.optionUnknown naming `path` */
export async function assertOption(tx: Tx, zoot: string, value: string, path: string): Promise<void> {
  const [found] = await tx.rows(
    sql`select id from drop_option where company_id = ${sql.company} and zoot = ${zoot} and value = ${value} and enabled`,
  );
  if (!found) throw badField(path, 'settings.optionUnknown', { value });
}

/** The initial options of a company's lists. */
export async function layBuiltIns(tx: Tx): Promise<void> {
  const rows = optionLists.flatMap(({ zoot, builtIns }) =>
    builtIns.map(([value, zh, en], place) => ({ zoot, value, zh, en, place })),
  );
  await tx.rows(
    sql`insert into drop_option (company_id, zoot, value, label_zh, label_en, place, built_in)
     select ${sql.company}, r.zoot, r.value, r.zh, r.en, r.place, true
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(zoot text, value text, zh text, en text, place int)
     on conflict (company_id, zoot, value) do nothing returning id`,
  );
}
