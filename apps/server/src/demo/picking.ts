import { listCartonTypes, listWaveRules, saveCartonType, saveWaveRule } from '@tradewind/contract/warehouse.ts';
import { caller } from './calls.ts';
import { actingAs, type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

const CARTONS = [
  { name: '气泡袋 小', lengthMm: 250, widthMm: 180, heightMm: 40, weightGrams: 15, maxWeightGrams: 1_000 },
  { name: '3 号纸箱', lengthMm: 300, widthMm: 200, heightMm: 150, weightGrams: 160, maxWeightGrams: 8_000 },
  { name: '5 号纸箱', lengthMm: 450, widthMm: 350, heightMm: 300, weightGrams: 420, maxWeightGrams: 20_000 },
];
const RULES = [
  { name: '单品快速通道', lines: 'single', method: 'single', maxOrders: 100, cutOff: '16:30' },
  { name: 'A 区播种墙', lines: 'multi', method: 'batch', area: 'A', maxOrders: 40, cutOff: '16:30' },
  { name: '其余用拣货车', method: 'cart', maxOrders: 24 },
] as const;

/** How the main warehouse picks and what it packs in. Told again it changes nothing. */
export async function keepPickingHabits(demo: DemoContext): Promise<void> {
  const ask = caller(demo.app, actingAs(demo, 'demo'));
  const warehouseId = (await inPast(demo, 'demo', new Date(), warehouseIds)).get(MAIN) ?? 0;
  if ((await ask(listCartonTypes, {})).length === 0) for (const carton of CARTONS) await ask(saveCartonType, carton);
  if ((await ask(listWaveRules, { warehouseId })).length > 0) return;
  for (const rule of RULES) await ask(saveWaveRule, { warehouseId, ...rule });
}
