import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { App } from '../core/app.ts';
import { seeded } from './random.ts';

/** What the stand-in platforms sell: our SKUs are theirs, so that orders of theirs map by themselves. */
const goods = z.array(
  z.object({
    sku: z.string(),
    title: z.string(),
    priceCents: z.number().int(),
    weightGrams: z.number().int(),
    lengthCm: z.number(),
    widthCm: z.number(),
    heightCm: z.number(),
  }),
);
export type Good = z.infer<typeof goods>[number];

/** The platforms' goods; where no sandbox answers, goods of our own. */
export async function platformGoods(app: App): Promise<Good[]> {
  for (let attempt = 0; attempt < 20 && app.config.sandbox; attempt++) {
    const answer = await fetch(`${app.config.sandboxUrl}/control/catalog`).catch(() => undefined);
    if (answer?.ok) return goods.parse(await answer.json()).sort((a, b) => (a.sku < b.sku ? -1 : 1));
    await sleep(500);
  }
  return ownGoods();
}

/** One word in English and Chinese; the last of a title also tells category, tariff number and weight class. */
const MANNER: readonly [string, string][] = [
  ['Vintage', '复古'],
  ['Ceramic', '陶瓷'],
  ['Wooden', '木质'],
  ['Enamel', '搪瓷'],
  ['Glass', '玻璃'],
  ['Woven', '编织'],
  ['Retro', '怀旧'],
  ['Pastel', '马卡龙'],
  ['Copper', '铜制'],
  ['Linen', '亚麻'],
];
const MOTIF: readonly [string, string][] = [
  ['Heart', '爱心'],
  ['Star', '星星'],
  ['Polka Dot', '圆点'],
  ['Rose', '玫瑰'],
  ['Strawberry', '草莓'],
  ['Bird', '小鸟'],
  ['Union', '米字旗'],
  ['Paisley', '佩斯利花纹'],
  ['Spaceboy', '太空男孩'],
  ['Woodland', '森林'],
];
interface Kind {
  /** The Chinese name of its category; see categories.ts. */
  category: string;
  hsCode: string;
}
const KITCHEN: Kind = { category: '厨房用品', hsCode: '691200' };
const HOME: Kind = { category: '家居装饰', hsCode: '830629' };
const TEXTILE: Kind = { category: '家用纺织', hsCode: '630790' };
const STORAGE: Kind = { category: '收纳', hsCode: '392410' };
const STATIONERY: Kind = { category: '文具礼品', hsCode: '482010' };
const PARTY: Kind = { category: '派对节庆', hsCode: '950590' };
const NOUN: readonly [en: string, zh: string, kind: Kind][] = [
  ['Mug', '马克杯', KITCHEN],
  ['Storage Jar', '储物罐', STORAGE],
  ['Lunch Box', '午餐盒', KITCHEN],
  ['Cake Tin', '蛋糕模', KITCHEN],
  ['Tea Towel', '茶巾', TEXTILE],
  ['T-Light Holder', '茶蜡烛台', HOME],
  ['Candle Holder', '烛台', HOME],
  ['Photo Frame', '相框', HOME],
  ['Doormat', '门垫', TEXTILE],
  ['Lantern', '提灯', HOME],
  ['Cushion Cover', '抱枕套', TEXTILE],
  ['Apron', '围裙', TEXTILE],
  ['Teapot', '茶壶', KITCHEN],
  ['Egg Cup', '蛋杯', KITCHEN],
  ['Alarm Clock', '闹钟', HOME],
  ['Bird House', '鸟屋', HOME],
  ['Coaster Set', '杯垫套装', KITCHEN],
  ['Notebook', '笔记本', STATIONERY],
  ['Cakestand', '蛋糕架', KITCHEN],
  ['Cake Cases', '蛋糕纸托', KITCHEN],
  ['Hot Water Bottle', '热水袋', HOME],
  ['Shopping Bag', '购物袋', STORAGE],
  ['Shopper', '购物袋', STORAGE],
  ['Jumbo Bag', '大号收纳袋', STORAGE],
  ['Lunch Bag', '午餐袋', STORAGE],
  ['Wrap', '包装纸', STATIONERY],
  ['Card', '贺卡', STATIONERY],
  ['Magnets', '磁贴', STATIONERY],
  ['Sticker', '贴纸', STATIONERY],
  ['Pencil', '铅笔', STATIONERY],
  ['Bunting', '彩旗', PARTY],
  ['Garland', '花环', PARTY],
  ['Balloons', '气球', PARTY],
  ['Napkins', '餐巾纸', PARTY],
  ['Decoration', '装饰品', PARTY],
  ['Ornament', '挂饰', PARTY],
  ['Clock', '时钟', HOME],
  ['Candle', '蜡烛', HOME],
  ['Sign', '装饰牌', HOME],
  ['Mirror', '镜子', HOME],
  ['Hook', '挂钩', HOME],
  ['Lamp', '台灯', HOME],
  ['Vase', '花瓶', HOME],
  ['Bowl', '碗', KITCHEN],
  ['Plate', '盘子', KITCHEN],
  ['Cup', '杯子', KITCHEN],
  ['Tray', '托盘', KITCHEN],
  ['Jug', '水壶', KITCHEN],
  ['Cutlery', '餐具', KITCHEN],
  ['Tin', '铁盒', STORAGE],
  ['Box', '盒子', STORAGE],
  ['Basket', '篮子', STORAGE],
  ['Bag', '袋子', STORAGE],
  ['Drawer', '抽屉柜', STORAGE],
  ['Purse', '零钱包', STORAGE],
  ['Towel', '毛巾', TEXTILE],
  ['Blanket', '毯子', TEXTILE],
  ['Cushion', '抱枕', TEXTILE],
];
const MORE: readonly [string, string][] = [
  ['Red', '红色'],
  ['White', '白色'],
  ['Blue', '蓝色'],
  ['Pink', '粉色'],
  ['Green', '绿色'],
  ['Black', '黑色'],
  ['Ivory', '象牙白'],
  ['Cream', '米色'],
  ['Silver', '银色'],
  ['Gold', '金色'],
  ['Christmas', '圣诞'],
  ['Easter', '复活节'],
  ['Metal', '金属'],
  ['Zinc', '锌制'],
  ['Felt', '毛毡'],
  ['Paper', '纸质'],
  ['Hanging', '悬挂式'],
  ['Mini', '迷你'],
  ['Small', '小号'],
  ['Large', '大号'],
  ['Jumbo', '特大号'],
  ['Set', '套装'],
  ['Flower', '花朵'],
  ['Butterfly', '蝴蝶'],
  ['Doll', '娃娃'],
  ['Owl', '猫头鹰'],
  ['Cat', '猫咪'],
  ['Dog', '小狗'],
  ['Leopard', '豹纹'],
  ['Regency', '摄政风'],
  ['Antique', '仿古'],
  ['French', '法式'],
  ['Skull', '骷髅'],
  ['Circus', '马戏团'],
  ['Dolly Girl', '洋娃娃'],
  ['Lovebird', '爱情鸟'],
  ['Polkadot', '圆点'],
  ['Spot', '波点'],
  ['Retrospot', '复古波点'],
  ['Gingham', '格纹'],
  ['Union Flag', '米字旗'],
];
const BRANDS = ['Harbor & Pine', 'Willow Lane', 'Northfold', 'Casa Luma', 'Oakline'];
const COLOURS = ['红色', '蓝色', '白色', '米色', '粉色', '绿色', '原木色', '多色'];

function ownGoods(): Good[] {
  const random = seeded('goods');
  let number = 20500;
  return MANNER.flatMap(([a]) =>
    MOTIF.flatMap(([b]) =>
      NOUN.slice(0, 18).map(([c]) => {
        number += random.int(1, 3);
        return {
          sku: String(number),
          title: `${a} ${b} ${c}`,
          priceCents: random.int(99, 1650),
          weightGrams: random.int(4, 60) * 25,
          lengthCm: random.int(8, 40),
          widthCm: random.int(6, 30),
          heightCm: random.int(2, 20),
        };
      }),
    ),
  );
}

const has = (title: string, word: string) => new RegExp(`\\b${word}s?\\b`, 'i').test(title);

/** The Chinese name and the kind of a good, read from its English title. */
export function inChinese(title: string): { name: string; kind: Kind } {
  const noun = NOUN.find(([en]) => has(title, en));
  const words = [...MANNER, ...MORE, ...MOTIF].filter(([en]) => has(title, en)).map(([, zh]) => zh);
  return { name: `${words.slice(0, 4).join('')}${noun?.[1] ?? '居家小物'}`, kind: noun?.[2] ?? HOME };
}

const CNY_PER_USD = 7.1;

export const categoryOf = (good: Good): string => inChinese(good.title).kind.category;

/** The product archive's card of a good, without its category. */
export function productOf(good: Good) {
  const random = seeded(`product${good.sku}`);
  const { name, kind } = inChinese(good.title);
  const cost = (good.priceCents / 100) * CNY_PER_USD * (0.75 + random.next() * 0.3);
  return {
    sku: good.sku,
    parentSku: null,
    barcode: `69${[...good.sku].map((c) => String(c.charCodeAt(0) % 100).padStart(2, '0')).join('')}`.padEnd(13, '0'),
    nameZh: name,
    nameEn: good.title,
    brand: random.pick(BRANDS),
    categoryId: null,
    attributes: {},
    lengthCm: String(good.lengthCm),
    widthCm: String(good.widthCm),
    heightCm: String(good.heightCm),
    netWeightKg: ((good.weightGrams * 0.85) / 1000).toFixed(3),
    grossWeightKg: (good.weightGrams / 1000).toFixed(3),
    unitPriceCny: cost.toFixed(2),
    declaredValueUsd: Math.max(0.5, cost / CNY_PER_USD).toFixed(2),
    hsCode: kind.hsCode,
    unit: 'pcs',
    shelfLifeMonths: null,
    colour: random.pick(COLOURS),
    origin: 'CN',
    battery: name.includes('闹钟') || name.includes('台灯'),
    label: '',
    images: [],
  };
}

/** The same goods in the order in which they sell. */
export function popular(all: readonly Good[]): Good[] {
  return all
    .map((good) => ({ good, place: seeded(`popular${good.sku}`).next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ good }) => good);
}

/** Seller SKUs are ours; a few goods are no product yet, so that there is something to resolve. */
export function mapped(good: Good): boolean {
  return !seeded(`mapped${good.sku}`).chance(0.004);
}
