import type { Instant } from '../../types.ts';

/** AliExpress tells and asks for times on the clock of California, summer time and all, without saying so. */
const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const HOUR_MS = 3_600_000;
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/;

function parts(ms: number): Record<string, string> {
  return Object.fromEntries(CLOCK.formatToParts(new Date(ms)).map(({ type, value }) => [type, value]));
}

/** "2023-11-14 10:00:00" */
export function toPacific(ms: number): string {
  const { year, month, day, hour, minute, second } = parts(ms);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The instant; of the hour that comes twice in autumn the first. Undefined for what is no such time. */
export function fromPacific(text: string): Instant | undefined {
  const found = WRITTEN.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const written = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
  if (Number.isNaN(wall) || !text.trim().replace('T', ' ').startsWith(written)) return undefined;
  // Seven hours behind in summer, eight in winter; in the hour left out in spring neither fits, and winter is meant.
  const ms = [7, 8].map((behind) => wall + behind * HOUR_MS).find((one) => toPacific(one) === written);
  return new Date(ms ?? wall + 8 * HOUR_MS).toISOString();
}

/** Whether the hour comes a second time: then nobody knows which of them a written time means. */
export const isTwofold = (ms: number): boolean =>
  toPacific(ms) === toPacific(ms - HOUR_MS) || toPacific(ms) === toPacific(ms + HOUR_MS);
