/** Distances between nodes, row by row. Node 0 is the start of the walk, the last one its end. */
export interface Distances {
  size: number;
  walks: Int32Array;
}

export interface Tour {
  /** All nodes between the first and the last, each once. */
  order: number[];
  length: number;
}

/** Max evaluated changes of a tour: the same bound on every machine. */
const MOST_LOOKS = 6_000_000;
const LONGEST_PIECE = 3;

/**
 * A short way through all nodes: starts from the shortest of the given ways and the nearest-neighbour way, then moves
 * pieces of up to three nodes (Or-opt) and reverses stretches (2-opt) while that shortens it. Never longer than any of
 * the given ways. Deterministic.
 */
export function shortTour(distances: Distances, ways: readonly (readonly number[])[]): Tour {
  const starts = [...ways, nearestNeighbour(distances)].map((order) => ({
    order: [...order],
    length: lengthOf(distances, order),
  }));
  const best = starts.reduce((least, tour) => (tour.length < least.length ? tour : least));
  const path = [0, ...best.order, distances.size - 1];
  let looks = 0;
  for (let better = true; better && looks < MOST_LOOKS; ) {
    better = false;
    for (const improve of [turnStretches, movePieces]) {
      const { changed, looked } = improve(distances, path);
      better ||= changed;
      looks += looked;
    }
  }
  const order = path.slice(1, -1);
  return { order, length: lengthOf(distances, order) };
}

export function lengthOf({ size, walks }: Distances, order: readonly number[]): number {
  let length = 0;
  let at = 0;
  for (const next of [...order, size - 1]) {
    length += walks[at * size + next] ?? 0;
    at = next;
  }
  return length;
}

function nearestNeighbour({ size, walks }: Distances): number[] {
  const left = new Set(Array.from({ length: size - 2 }, (_, i) => i + 1));
  const order: number[] = [];
  for (let at = 0; left.size > 0; ) {
    let nearest = -1;
    for (const node of left)
      if (nearest === -1 || (walks[at * size + node] ?? 0) < (walks[at * size + nearest] ?? 0)) nearest = node;
    left.delete(nearest);
    order.push(nearest);
    at = nearest;
  }
  return order;
}

interface Pass {
  changed: boolean;
  looked: number;
}

/** 2-opt: reverses a stretch. */
function turnStretches({ size, walks }: Distances, path: number[]): Pass {
  const d = (a: number, b: number) => walks[(path[a] ?? 0) * size + (path[b] ?? 0)] ?? 0;
  let [changed, looked] = [false, 0];
  for (let i = 1; i < path.length - 2; i++)
    for (let j = i + 1; j < path.length - 1; j++) {
      looked++;
      if (d(i - 1, j) + d(i, j + 1) >= d(i - 1, i) + d(j, j + 1)) continue;
      for (let [low, high] = [i, j]; low < high; low++, high--) {
        const kept = path[low] ?? 0;
        path[low] = path[high] ?? 0;
        path[high] = kept;
      }
      changed = true;
    }
  return { changed, looked };
}

/** Or-opt: moves a piece between two other nodes, in either direction. */
function movePieces(distances: Distances, path: number[]): Pass {
  let [changed, looked] = [false, 0];
  for (let length = 1; length <= LONGEST_PIECE; length++)
    for (let from = 1; from + length < path.length; from++) {
      looked += path.length;
      const put = bestPlace(distances, path, from, length);
      if (!put) continue;
      const piece = path.splice(from, length);
      if (put.turned) piece.reverse();
      path.splice(put.after + 1 - (put.after > from ? length : 0), 0, ...piece);
      changed = true;
    }
  return { changed, looked };
}

function bestPlace({ size, walks }: Distances, path: readonly number[], from: number, length: number) {
  const d = (a: number, b: number) => walks[(path[a] ?? 0) * size + (path[b] ?? 0)] ?? 0;
  const to = from + length - 1;
  const saved = d(from - 1, from) + d(to, to + 1) - d(from - 1, to + 1);
  let best: { after: number; turned: boolean } | undefined;
  let gain = 0;
  for (let after = 0; after < path.length - 1; after++) {
    if (after >= from - 1 && after <= to) continue;
    const gap = d(after, after + 1);
    const straight = saved - (d(after, from) + d(to, after + 1) - gap);
    const turned = saved - (d(after, to) + d(from, after + 1) - gap);
    if (straight > gain) [gain, best] = [straight, { after, turned: false }];
    if (turned > gain) [gain, best] = [turned, { after, turned: true }];
  }
  return best;
}
