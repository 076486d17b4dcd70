import type { TextPair } from '../words.ts';

/** Lithium batteries as dangerous goods know them: what they are made of, and where in the package they lie. */
export const BATTERY_KINDS = [
  'ionInside',
  'ionPacked',
  'ionAlone',
  'metalInside',
  'metalPacked',
  'metalAlone',
] as const;
export type BatteryKind = (typeof BATTERY_KINDS)[number];

interface BatteryRule {
  /** The number of the United Nations that stands on the mark. */
  un: 'UN3480' | 'UN3481' | 'UN3090' | 'UN3091';
  /** IATA's packing instruction. */
  instruction: string;
  /** The connectors' word for it. */
  place: 'inside' | 'packed' | 'alone';
  chemistry: 'ion' | 'metal';
  /** What is counted in a battery: watt-hours, or grams of lithium. */
  unit: 'Wh' | 'g';
  /** The most of it in a battery that travels as a small one. */
  most: number;
}

const ion = { chemistry: 'ion', unit: 'Wh', most: 100 } as const;
const metal = { chemistry: 'metal', unit: 'g', most: 2 } as const;
export const BATTERY_RULES: Readonly<Record<BatteryKind, BatteryRule>> = {
  ionInside: { un: 'UN3481', instruction: 'PI 967', place: 'inside', ...ion },
  ionPacked: { un: 'UN3481', instruction: 'PI 966', place: 'packed', ...ion },
  ionAlone: { un: 'UN3480', instruction: 'PI 965', place: 'alone', ...ion },
  metalInside: { un: 'UN3091', instruction: 'PI 970', place: 'inside', ...metal },
  metalPacked: { un: 'UN3091', instruction: 'PI 969', place: 'packed', ...metal },
  metalAlone: { un: 'UN3090', instruction: 'PI 968', place: 'alone', ...metal },
};

export const BATTERY_KIND_WORDS = {
  ionInside: ['锂离子，装在设备中（UN3481）', 'Lithium ion in equipment (UN3481)'],
  ionPacked: ['锂离子，与设备同包装（UN3481）', 'Lithium ion packed with equipment (UN3481)'],
  ionAlone: ['锂离子，单独运输（UN3480）', 'Lithium ion alone (UN3480)'],
  metalInside: ['锂金属，装在设备中（UN3091）', 'Lithium metal in equipment (UN3091)'],
  metalPacked: ['锂金属，与设备同包装（UN3091）', 'Lithium metal packed with equipment (UN3091)'],
  metalAlone: ['锂金属，单独运输（UN3090）', 'Lithium metal alone (UN3090)'],
} satisfies Record<BatteryKind, TextPair>;
