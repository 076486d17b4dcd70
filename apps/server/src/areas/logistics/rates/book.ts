import { day, positiveDecimal, requiredText } from '@tradewind/contract/call.ts';
import {
  FREIGHT_PART,
  rateCardTerms,
  remoteArea,
  surcharge,
  zoneArea,
  zonePrice,
} from '@tradewind/contract/logistics/rates.ts';
import {
  BRACKET_EDGE_WORDS,
  CARD_UNIT_WORDS,
  RATE_SHEET_WORDS,
  SIDE_ROUNDING_WORDS,
  SURCHARGE_BASIS_WORDS,
  VOLUME_MODE_WORDS,
} from '@tradewind/contract/logistics/words.ts';
import type { RateCardSheet } from '@tradewind/contract/logistics.ts';
import { z } from 'zod';
import { dayOfCell } from '../../../core/cell-time.ts';
import type { Language } from '../../../core/context.ts';
import type { ImportColumn } from '../../../core/imports.ts';

/** A column of a rate card's workbook. `key` is the path of its value in the row. */
export interface BookColumn extends ImportColumn {
  /** Written as a number. */
  figure?: true;
  write?(value: unknown, language: Language): string;
}
export interface BookSheet {
  title: Pair;
  columns: readonly BookColumn[];
  row: z.ZodType;
  most: number;
}

type Pair = readonly [zh: string, en: string];
const at = (language: Language) => (language === 'zh' ? 0 : 1);
const NONE = ['选填', 'Optional'] as const;
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

const asFigure = { read: (text: string) => text.replaceAll(',', ''), figure: true } as const;
const asDay = { read: dayOfCell } as const;
const asList = {
  read: (text: string) => text.split(/[,，;；、]/).flatMap((one) => one.trim() || []),
  write: (value: unknown) => (Array.isArray(value) ? value.join(', ') : ''),
} as const;
const YES: Pair = ['是', 'yes'];
const asFlag = {
  read: (text: string) => {
    if ([...YES, 'true', '1', 'x'].some((word) => same(word, text))) return true;
    return ['否', 'no', 'false', '0'].some((word) => same(word, text)) ? undefined : text;
  },
  write: (value: unknown, language: Language) => (value === true ? YES[at(language)] : ''),
} as const;
/** One of these choices, by its words in either language or by its code. */
function asChoice(words: Readonly<Record<string, Pair>>) {
  const codeOf = (text: string) =>
    Object.keys(words).find((code) => [code, ...(words[code] ?? [])].some((word) => same(word, text)));
  return {
    read: (text: string) => codeOf(text) ?? text,
    write: (value: unknown, language: Language) => words[String(value)]?.[at(language)] ?? '',
    hint: [
      Object.values(words)
        .map(([zh]) => zh)
        .join('、'),
      Object.values(words)
        .map(([, en]) => en)
        .join(', '),
    ] as const,
  };
}
const column = (key: string, title: Pair, more: Partial<BookColumn> = {}): BookColumn => ({
  ...{ key, title, example: '', hint: NONE },
  ...more,
});
const needed = { required: true } as const;

const fuelOn = z.array(requiredText(30)).max(30).default([FREIGHT_PART]);
const cardRow = rateCardTerms.omit({ fuel: true, surcharges: true }).extend({ fuelOn });
const fuelRow = z.strictObject({ from: day(), percent: positiveDecimal(3) });

const WEIGHT = ['按计费单位：kg 或 lb', 'In the card’s units: kg or lb'] as const;
const SIDE = ['按计费单位：cm 或 in', 'In the card’s units: cm or in'] as const;
const ABOVE: Pair = ['超过才收取', 'Charged above this'];
const PARTS: Pair = ['以逗号分隔的代码；freight 是基础运费', 'Codes separated by commas; freight is the price itself'];

const PLACE: readonly BookColumn[] = [
  column('country', ['国家/地区', 'Country'], {
    ...needed,
    read: (text) => text.toUpperCase(),

    hint: ['两位字母代码', 'Two letters'],
  }),
  column('prefix', ['邮编前缀', 'Postcode prefix'], { hint: ['最长的前缀优先', 'The longest prefix counts'] }),
  column('from', ['邮编起', 'Postcode from']),
  column('to', ['邮编止', 'Postcode to']),
  column('city', ['城市', 'City']),
];

export const BOOK: Readonly<Record<RateCardSheet, BookSheet>> = {
  card: {
    title: RATE_SHEET_WORDS.card,
    row: cardRow,
    most: 1,
    columns: [
      column('currency', ['币种', 'Currency'], { ...needed, hint: ['三位字母代码', 'Three letters'] }),
      column('units', ['计费单位', 'Units'], asChoice(CARD_UNIT_WORDS)),
      column('divisor', ['体积除数', 'Divisor'], {
        ...asFigure,

        hint: ['cm³ 每 kg，或 in³ 每 lb', 'cm³ a kg, or in³ a lb'],
      }),
      column('volumeMode', ['计泡方式', 'Volume counts'], asChoice(VOLUME_MODE_WORDS)),
      column('volumeThreshold', ['计泡界限', 'Volume threshold'], {
        ...asFigure,
        hint: ['倍数，或最长边', 'How many times the weight, or the longest side'],
      }),
      column('sideRounding', ['边长取整', 'Side rounding'], asChoice(SIDE_ROUNDING_WORDS)),
      column('step', ['进位重量', 'Weight step'], { ...asFigure, hint: WEIGHT }),
      column('minimumWeight', ['起重', 'Minimum weight'], { ...asFigure, hint: WEIGHT }),
      column('edge', ['重量段界限', 'Bracket edge'], asChoice(BRACKET_EDGE_WORDS)),
      column('minimumCharge', ['最低收费', 'Minimum charge'], asFigure),
      column('taxPercent', ['税率 %', 'Tax %'], asFigure),
      column('fuelOn', ['燃油计费项', 'Fuel on'], { ...asList, hint: PARTS }),
    ],
  },
  zones: {
    title: RATE_SHEET_WORDS.zones,
    row: zoneArea,
    most: 100_000,
    columns: [column('zone', ['分区', 'Zone'], { ...needed }), ...PLACE],
  },
  prices: {
    title: RATE_SHEET_WORDS.prices,
    row: zonePrice,
    most: 50_000,
    columns: [
      column('zone', ['分区', 'Zone'], { ...needed }),
      column('from', ['重量起', 'Weight from'], { ...asFigure, hint: WEIGHT }),
      column('to', ['重量止', 'Weight to'], { ...needed, ...asFigure, hint: WEIGHT }),
      column('parcelFee', ['每票处理费', 'Fee per parcel'], asFigure),
      column('unitPrice', ['每公斤（磅）单价', 'Price per kg or lb'], asFigure),
      column('firstWeight', ['首重', 'First weight'], { ...asFigure, hint: WEIGHT }),
      column('firstPrice', ['首重价', 'First price'], { ...asFigure }),
      column('stepWeight', ['续重', 'Step weight'], { ...asFigure, hint: WEIGHT }),
      column('stepPrice', ['续重价', 'Step price'], { ...asFigure }),
    ],
  },
  surcharges: {
    title: RATE_SHEET_WORDS.surcharges,
    row: surcharge,
    most: 200,
    columns: [
      column('code', ['代码', 'Code'], { ...needed, hint: ['字母、数字和连字符', 'Letters, digits and hyphens'] }),
      column('name', ['名称', 'Name']),
      column('basis', ['计费方式', 'Basis'], { ...needed, ...asChoice(SURCHARGE_BASIS_WORDS) }),
      column('amount', ['金额或百分比', 'Amount or %'], { ...needed, ...asFigure }),
      column('on', ['百分比计费项', 'Percentage on'], { ...asList, hint: PARTS }),
      column('atLeast', ['最低', 'At least'], asFigure),
      column('when.residential', ['住宅地址', 'Residential'], { ...asFlag, hint: ['是或空', 'yes, or empty'] }),
      column('when.battery', ['带电', 'Battery'], asFlag),
      column('when.signature', ['签收', 'Signature'], asFlag),
      column('when.remote', ['偏远类型', 'Remote areas'], asList),
      column('when.countries', ['限国家/地区', 'Countries'], {
        ...asList,
        read: (text) => asList.read(text.toUpperCase()),
      }),
      column('when.zones', ['限分区', 'Zones'], asList),
      column('when.weightOver', ['重量超过', 'Weight over'], { ...asFigure, hint: ABOVE }),
      column('when.longestOver', ['最长边超过', 'Longest side over'], { ...asFigure, hint: SIDE }),
      column('when.secondOver', ['次长边超过', 'Second side over'], { ...asFigure, hint: SIDE }),
      column('when.girthOver', ['长加围超过', 'Girth over'], { ...asFigure, hint: SIDE }),
      column('validFrom', ['起始日期', 'Valid from'], asDay),
      column('validTo', ['截止日期', 'Valid to'], asDay),
      column('group', ['互斥组', 'Exclusive group'], {
        hint: ['同组只收优先级最高的', 'Of a group, the highest priority alone is charged'],
      }),
      column('priority', ['优先级', 'Priority'], asFigure),
      column('minimumWeight', ['最低计费重', 'Minimum billed weight'], { ...asFigure, hint: WEIGHT }),
    ],
  },
  fuel: {
    title: RATE_SHEET_WORDS.fuel,
    row: fuelRow,
    most: 1000,
    columns: [
      column('from', ['生效日期', 'From'], { ...needed, ...asDay }),
      column('percent', ['燃油 %', 'Fuel %'], { ...needed, ...asFigure }),
    ],
  },
  remote: {
    title: RATE_SHEET_WORDS.remote,
    row: remoteArea,
    most: 100_000,
    columns: [
      column('kind', ['偏远类型', 'Kind'], {
        ...needed,
        hint: ['附加费的偏远类型填同一名称', 'Surcharges name it in their column Remote areas'],
      }),
      ...PLACE,
    ],
  },
};
