import type { FloorBay, FloorPlace } from '@tradewind/contract/warehouse.ts';

export type Level = FloorBay['levels'][number];
export type PlacedBay = FloorBay & { place: FloorPlace };

/** A shelf of an area, drawn and moved as one rack. */
export interface Rack {
  key: string;
  name: string;
  bays: PlacedBay[];
}
export interface LooseRack {
  key: string;
  name: string;
  bays: FloorBay[];
}

const rackKey = (bay: FloorBay) => `${bay.area}-${bay.shelf}`;
const isPlaced = (bay: FloorBay): bay is PlacedBay => bay.place !== null;

export function racksOf(bays: readonly FloorBay[]): Rack[] {
  return [...Map.groupBy(bays.filter(isPlaced), rackKey)].map(([key, own]) => ({ key, name: key, bays: own }));
}
export function looseOf(bays: readonly FloorBay[]): LooseRack[] {
  const loose = bays.filter((bay) => !bay.place);
  return [...Map.groupBy(loose, rackKey)].map(([key, own]) => ({ key, name: key, bays: own }));
}

/** Margin around the drawing, for rack names and for dropping racks beside it. */
const MARGIN_MM = 2600;
const TOP_MM = 1000;
export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}
export function extentOf(racks: readonly Rack[]): Extent {
  const places = racks.flatMap((rack) => rack.bays.map((bay) => bay.place));
  const right = places.reduce((most, p) => Math.max(most, p.xMm + p.widthMm), 6000);
  const bottom = places.reduce((most, p) => Math.max(most, p.yMm + p.depthMm), 4000);
  return { x: -MARGIN_MM, y: -TOP_MM, width: right + 2 * MARGIN_MM, height: bottom + TOP_MM + MARGIN_MM };
}

export const COLOURS = ['fill', 'heat'] as const;
export type Colouring = (typeof COLOURS)[number];
export const SHADES = {
  fill: ['empty', 'fill1', 'fill2', 'fill3', 'fill4', 'over', 'unknown', 'disabled'],
  heat: ['empty', 'heat1', 'heat2', 'heat3', 'heat4', 'disabled'],
} as const;
export type Shade = (typeof SHADES)[Colouring][number];

/** Upper bounds of the heat steps: half of the picked locations, then the busier, then the busiest. */
export type HeatSteps = readonly [number, number, number, number];
export function heatStepsOf(bays: readonly FloorBay[]): HeatSteps {
  const picks = bays
    .flatMap((bay) => bay.levels.map((level) => level.picks))
    .filter((n) => n > 0)
    .sort((a, b) => a - b);
  const upTo = (part: number) => picks[Math.max(0, Math.ceil(picks.length * part) - 1)] ?? 0;
  return [upTo(0.5), upTo(0.8), upTo(0.95), upTo(1)];
}

export function shadeOf(level: Level, colouring: Colouring, heat: HeatSteps): Shade {
  if (!level.enabled) return 'disabled';
  if (colouring === 'heat') {
    if (level.picks === 0) return 'empty';
    const step = heat.findIndex((most) => level.picks <= most);
    return step <= 0 ? 'heat1' : step === 1 ? 'heat2' : step === 2 ? 'heat3' : 'heat4';
  }
  if (level.units === 0) return 'empty';
  if (level.capacity === null) return 'unknown';
  const full = level.units / level.capacity;
  if (full > 1) return 'over';
  return full <= 0.25 ? 'fill1' : full <= 0.5 ? 'fill2' : full <= 0.75 ? 'fill3' : 'fill4';
}

export interface AreaSum {
  area: string;
  locations: number;
  units: number;
  /** Only locations with a known capacity. */
  capacity: number;
  held: number;
  picks: number;
}
export function sumsOf(bays: readonly FloorBay[]): AreaSum[] {
  return [...Map.groupBy(bays, (bay) => bay.area)].map(([area, own]) => {
    const levels = own.flatMap((bay) => bay.levels);
    const known = levels.filter((level) => level.capacity !== null);
    const sum = (of: readonly Level[], value: (level: Level) => number) => of.reduce((n, each) => n + value(each), 0);
    return {
      area,
      locations: levels.length,
      units: sum(levels, (level) => level.units),
      capacity: sum(known, (level) => level.capacity ?? 0),
      held: sum(known, (level) => level.units),
      picks: sum(levels, (level) => level.picks),
    };
  });
}

export const DEFAULT_BAY = { widthMm: 1000, depthMm: 600 };
const STEP_MM = 100;
export const snap = (mm: number) => Math.max(0, Math.round(mm / STEP_MM) * STEP_MM);

/** A rack's bays side by side from a corner, as large as their neighbours on the plan. */
export function rowFrom(rack: LooseRack, corner: { x: number; y: number }, like: FloorPlace | undefined): PlacedBay[] {
  const { widthMm, depthMm } = like ?? DEFAULT_BAY;
  return rack.bays.map((bay, i) => ({
    ...bay,
    place: { xMm: snap(corner.x) + i * widthMm, yMm: snap(corner.y), widthMm, depthMm },
  }));
}

/** Two racks in one place, from an unsteady hand. */
export function overlaps(bays: readonly PlacedBay[], others: readonly Rack[]): boolean {
  const taken = others.flatMap((rack) => rack.bays.map((bay) => bay.place));
  return bays.some(({ place: a }) =>
    taken.some(
      (b) =>
        a.xMm < b.xMm + b.widthMm &&
        b.xMm < a.xMm + a.widthMm &&
        a.yMm < b.yMm + b.depthMm &&
        b.yMm < a.yMm + a.depthMm,
    ),
  );
}
