/** Numbers for which one advice has room. */
const ROOM = 1 << 16;

let memory = new Float64Array(ROOM);
let used = 0;

/**
 * Begins an advice: what an earlier one worked with is written over. A calculation of all products makes a million arrays
 * otherwise, and to make and clear them takes a third of its time. Only numbers, and what they were copied into, outlive
 * their advice.
 */
export function beginScratch(): void {
  used = 0;
}

/** Zeros for the advice that was begun. */
export function scratch(length: number): Float64Array {
  if (used + length > memory.length) {
    memory = new Float64Array(Math.max(ROOM, length));
    used = 0;
  }
  const from = used;
  used += length;
  return memory.subarray(from, used).fill(0);
}
