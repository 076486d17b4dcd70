/** Files of PostgreSQL's log, each 16 MB: timeline, then number, in 24 hexadecimal digits. */
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const PER_LOG = 256;

export const isSegment = (name: string): boolean => SEGMENT.test(name);
export const isHistory = (name: string): boolean => HISTORY.test(name);

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

export function numberOf(segment: string): number {
  const [, , log = '', within = ''] = SEGMENT.exec(segment) ?? [];
  return Number.parseInt(log, 16) * PER_LOG + Number.parseInt(within, 16);
}

export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);

export const segmentName = (timeline: number, number: number): string =>
  hex(timeline) + hex(Math.floor(number / PER_LOG)) + hex(number % PER_LOG);

/** The file that holds a position such as 0/3000028. */
export function segmentAt(timeline: number, position: string): string {
  const [log = '', within = ''] = position.split('/');
  return segmentName(timeline, Number.parseInt(log, 16) * PER_LOG + (Number.parseInt(within, 16) >>> 24));
}

/**
 * The files that follow one another from `first`, on its timeline and those that branch off it, and the first one that is
 * not there though later ones are.
 */
export function following(names: readonly string[], first: string): { there: string[]; missing: string | undefined } {
  const byNumber = Map.groupBy(
    names.filter((name) => isSegment(name) && timelineOf(name) >= timelineOf(first)),
    numberOf,
  );
  const last = Math.max(numberOf(first), ...byNumber.keys());
  const there: string[] = [];
  let timeline = timelineOf(first);
  for (let number = numberOf(first); number <= last; number++) {
    const found = byNumber.get(number);
    if (!found) return { there, missing: segmentName(timeline, number) };
    there.push(...found);
    timeline = Math.max(timeline, ...found.map(timelineOf));
  }
  return { there, missing: undefined };
}
