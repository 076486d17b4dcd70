import type { FloorMeasures, FloorPlace } from '@tradewind/contract/warehouse.ts';

export interface Bay {
  area: string;
  shelf: string;
  column: string;
}

/** Natural order of codes: 2 before 10. */
const byCode = new Intl.Collator('en', { numeric: true }).compare;
const sorted = (values: Iterable<string>) => [...new Set(values)].sort(byCode);

/**
 * Positions of bays by their codes. Each area is a block of shelves: racks of bays side by side, two back to back, each
 * facing an aisle. A serpentine path goes up one side of an aisle and down the other. Blocks stand beside one another,
 * together about as wide as deep, a main aisle apart, starting at `top`.
 */
export function arrange<B extends Bay>(
  bays: readonly B[],
  measures: FloorMeasures,
  top = 0,
): (B & { place: FloorPlace })[] {
  const blocks = sorted(bays.map((bay) => bay.area)).map((area) => blockOf(bays, area, measures));
  const main = measures.aisleMm * 2;
  const surface = blocks.reduce((sum, block) => sum + (block.width + main) * (block.depth + main), 0);
  const widest = Math.max(0, ...blocks.map((block) => block.width));
  const across = Math.max(widest, Math.sqrt(surface) * 1.3);
  let [x, y, lineDepth] = [0, top, 0];
  return blocks.flatMap((block) => {
    if (x > 0 && x + block.width > across) [x, y, lineDepth] = [0, y + lineDepth + main, 0];
    const at = { x, y };
    x += block.width + main;
    lineDepth = Math.max(lineDepth, block.depth);
    return block.bays.map((bay) => ({
      ...bay,
      place: { ...bay.place, xMm: bay.place.xMm + at.x, yMm: bay.place.yMm + at.y },
    }));
  });
}

function blockOf<B extends Bay>(bays: readonly B[], area: string, { bayWidthMm, depthMm, aisleMm }: FloorMeasures) {
  const own = bays.filter((bay) => bay.area === area);
  const rackOf = new Map(sorted(own.map((bay) => bay.shelf)).map((shelf, i) => [shelf, i]));
  const along = new Map(sorted(own.map((bay) => bay.column)).map((column, i) => [column, i]));
  const depthAt = (rack: number) => rack * depthMm + Math.ceil(rack / 2) * aisleMm;
  return {
    width: along.size * bayWidthMm,
    depth: depthAt(rackOf.size - 1) + depthMm,
    bays: own.map((bay) => ({
      ...bay,
      place: {
        xMm: (along.get(bay.column) ?? 0) * bayWidthMm,
        yMm: depthAt(rackOf.get(bay.shelf) ?? 0),
        widthMm: bayWidthMm,
        depthMm,
      },
    })),
  };
}
