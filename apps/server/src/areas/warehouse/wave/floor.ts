/** A location as it is drawn, in mm from the plan's upper left corner. */
export interface Place {
  id: number;
  xMm: number;
  yMm: number;
  widthMm: number;
  depthMm: number;
  /** A rack: nobody walks through it. Other locations are open floor. */
  rack: boolean;
}

/** Grid size of a walk. The grid grows coarser if a floor has more cells than this. */
const CELL_MM = 500;
const MOST_CELLS = 100_000;
/** Half the width of a person with a cart: gaps narrower than twice this are not aisles. */
const BODY_MM = 300;
/** Margin around the drawing, so that a walk can go round the outer racks. */
const MARGIN_MM = 2_000;
/** Max distance of racks that face each other across an aisle. */
const WIDEST_AISLE_MM = 6_000;

/**
 * Walks on a floor: a grid over everything that is not a rack, so that nobody has to define aisles, cross aisles and
 * doors. Each location is served from one cell: at a rack's narrowest aisle, or in the middle of open floor.
 */
export class FloorPlan {
  readonly #cell: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #left: number;
  readonly #top: number;
  readonly #blocked: Uint8Array;
  readonly #spots = new Map<number, number>();

  constructor(places: readonly Place[]) {
    const bounds = boundsOf(places);
    this.#left = bounds.left - MARGIN_MM;
    this.#top = bounds.top - MARGIN_MM;
    const width = bounds.right - bounds.left + 2 * MARGIN_MM;
    const height = bounds.bottom - bounds.top + 2 * MARGIN_MM;
    this.#cell = Math.max(CELL_MM, Math.ceil(Math.sqrt((width * height) / MOST_CELLS)));
    this.#columns = Math.ceil(width / this.#cell);
    this.#rows = Math.ceil(height / this.#cell);
    this.#blocked = new Uint8Array(this.#columns * this.#rows);
    for (const place of places) if (place.rack) this.#block(place);
    for (const place of places) {
      const spot = place.rack ? this.#atRack(place) : this.#nearestFree(middle(place));
      if (spot !== undefined) this.#spots.set(place.id, spot);
    }
  }

  /** The cell to stand on for a location. Locations served from one cell share it. */
  spotOf(locationId: number): number | undefined {
    return this.#spots.get(locationId);
  }

  /** Left to right, front to back: for walks up and down the aisles. */
  cellOf(spot: number): { column: number; row: number } {
    return { column: spot % this.#columns, row: Math.floor(spot / this.#columns) };
  }

  /** Millimetres between spots, row by row. Where racks leave no way, the direct distance counts. */
  walks(spots: readonly number[]): Int32Array {
    const n = spots.length;
    const walks = new Int32Array(n * n);
    const places = Map.groupBy(spots.keys(), (i) => spots[i] ?? 0);
    for (const [spot, mine] of places) {
      const steps = this.#stepsFrom(spot, places);
      for (let to = 0; to < n; to++) {
        const found = steps.get(spots[to] ?? 0) ?? this.#asTheCrowWalks(spot, spots[to] ?? 0);
        for (const from of mine) walks[from * n + to] = found * this.#cell;
      }
    }
    return walks;
  }

  #stepsFrom(spot: number, desired: ReadonlyMap<number, unknown>): Map<number, number> {
    const found = new Map<number, number>();
    const steps = new Int32Array(this.#blocked.length).fill(-1);
    const queue = new Int32Array(this.#blocked.length);
    let [head, tail] = [0, 1];
    queue[0] = spot;
    steps[spot] = 0;
    while (head < tail && found.size < desired.size) {
      const cell = queue[head++] ?? 0;
      const step = steps[cell] ?? 0;
      if (desired.has(cell)) found.set(cell, step);
      const column = cell % this.#columns;
      const reach = (next: number, inside: boolean) => {
        if (!inside || steps[next] !== -1 || this.#blocked[next]) return;
        steps[next] = step + 1;
        queue[tail++] = next;
      };
      reach(cell - 1, column > 0);
      reach(cell + 1, column < this.#columns - 1);
      reach(cell - this.#columns, cell >= this.#columns);
      reach(cell + this.#columns, cell + this.#columns < steps.length);
    }
    return found;
  }

  #asTheCrowWalks(a: number, b: number): number {
    const [from, to] = [this.cellOf(a), this.cellOf(b)];
    return Math.abs(from.column - to.column) + Math.abs(from.row - to.row);
  }

  #block(place: Place): void {
    const first = (mm: number) => Math.max(0, Math.floor((mm - BODY_MM) / this.#cell - 0.5) + 1);
    const last = (mm: number) => Math.ceil((mm + BODY_MM) / this.#cell - 0.5) - 1;
    const [x, y] = [place.xMm - this.#left, place.yMm - this.#top];
    const right = Math.min(this.#columns - 1, last(x + place.widthMm));
    const bottom = Math.min(this.#rows - 1, last(y + place.depthMm));
    for (let row = first(y); row <= bottom; row++)
      for (let column = first(x); column <= right; column++) this.#blocked[row * this.#columns + column] = 1;
  }

  /** Of its four sides the one at the narrowest aisle, else at the widest open floor. */
  #atRack(place: Place): number | undefined {
    const { x, y } = middle(place);
    const away = BODY_MM + this.#cell / 2;
    const sides = [
      { x: place.xMm - away, y, dx: -1, dy: 0 },
      { x: place.xMm + place.widthMm + away, y, dx: 1, dy: 0 },
      { x, y: place.yMm - away, dx: 0, dy: -1 },
      { x, y: place.yMm + place.depthMm + away, dx: 0, dy: 1 },
    ].map((side) => ({ spot: this.#cellAt(side.x, side.y), ...this.#gap(side) }));
    const open = sides.filter((side) => side.steps > 0 && side.spot !== undefined);
    const aisles = open.filter((side) => side.facing).sort((a, b) => a.steps - b.steps);
    const chosen = aisles[0] ?? open.sort((a, b) => b.steps - a.steps)[0];
    return chosen?.spot ?? this.#nearestFree({ x, y });
  }

  #gap(side: { x: number; y: number; dx: number; dy: number }): { steps: number; facing: boolean } {
    const most = Math.ceil(WIDEST_AISLE_MM / this.#cell);
    for (let steps = 0; steps < most; steps++) {
      const cell = this.#cellAt(side.x + side.dx * steps * this.#cell, side.y + side.dy * steps * this.#cell);
      if (cell === undefined) return { steps, facing: false };
      if (this.#blocked[cell]) return { steps, facing: true };
    }
    return { steps: most, facing: false };
  }

  #cellAt(xMm: number, yMm: number): number | undefined {
    const column = Math.floor((xMm - this.#left) / this.#cell);
    const row = Math.floor((yMm - this.#top) / this.#cell);
    const inside = column >= 0 && row >= 0 && column < this.#columns && row < this.#rows;
    return inside ? row * this.#columns + column : undefined;
  }

  #nearestFree(at: { x: number; y: number }): number | undefined {
    const middleCell = this.#cellAt(at.x, at.y);
    if (middleCell === undefined) return undefined;
    const { column, row } = this.cellOf(middleCell);
    for (let ring = 0; ring < Math.max(this.#columns, this.#rows); ring++)
      for (let dy = -ring; dy <= ring; dy++)
        for (const dx of Math.abs(dy) === ring ? range(-ring, ring) : [-ring, ring]) {
          const [c, r] = [column + dx, row + dy];
          if (c < 0 || r < 0 || c >= this.#columns || r >= this.#rows) continue;
          if (!this.#blocked[r * this.#columns + c]) return r * this.#columns + c;
        }
    return undefined;
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const middle = (place: Place) => ({ x: place.xMm + place.widthMm / 2, y: place.yMm + place.depthMm / 2 });

function boundsOf(places: readonly Place[]) {
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const [i, { xMm, yMm, widthMm, depthMm }] of places.entries()) {
    bounds.left = i === 0 ? xMm : Math.min(bounds.left, xMm);
    bounds.top = i === 0 ? yMm : Math.min(bounds.top, yMm);
    bounds.right = Math.max(bounds.right, xMm + widthMm);
    bounds.bottom = Math.max(bounds.bottom, yMm + depthMm);
  }
  return bounds;
}
