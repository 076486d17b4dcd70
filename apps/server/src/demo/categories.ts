import { addCategory } from '../areas/catalog/public.ts';
import type { Tx } from '../core/database/tx.ts';

interface Branch {
  names: readonly [zh: string, en: string];
  hsCode?: string;
  below?: readonly Branch[];
}

const TREE: readonly Branch[] = [
  {
    names: ['家居', 'Home'],
    below: [
      { names: ['厨房用品', 'Kitchenware'], hsCode: '691200' },
      { names: ['家居装饰', 'Home decor'], hsCode: '830629' },
      { names: ['家用纺织', 'Home textiles'], hsCode: '630790' },
      { names: ['收纳', 'Storage'], hsCode: '392410' },
    ],
  },
  { names: ['文具礼品', 'Stationery and gifts'], hsCode: '482010' },
  { names: ['派对节庆', 'Party supplies'], hsCode: '950590' },
];

/** The demo's tree of categories; ids by Chinese name. */
export async function plantCategories(
  tx: Tx,
  tree = TREE,
  parentId: number | null = null,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { names, hsCode = null, below = [] } of tree) {
    const [nameZh, nameEn] = names;
    const { id } = await addCategory(tx, { parentId, nameZh, nameEn, hsCode, battery: null });
    ids.set(nameZh, id);
    for (const [name, child] of await plantCategories(tx, below, id)) ids.set(name, child);
  }
  return ids;
}
