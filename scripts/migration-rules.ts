import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../apps/server/migrations');
/** From here on versions are replaced one process at a time. */
const SINCE = '0071';

/** What the version that still runs would stumble over, or what makes it wait. */
const BREAKS: readonly { wrong: RegExp; why: string }[] = [
  { wrong: /\bdrop (table|column|view|function|type)\b/, why: 'the running version may still use it' },
  { wrong: /\brename (to|column)\b|\brename "?\w+"? to\b/, why: 'the running version knows the earlier name' },
  { wrong: /\balter column "?\w+"? (set data )?type\b/, why: 'the running version reads and writes the earlier type' },
  { wrong: /\balter column "?\w+"? set not null\b/, why: 'the running version may leave it empty' },
  {
    wrong: /\badd column (if not exists )?"?\w+"? (?![^,;]*\b(default|generated)\b)[^,;]*\bnot null\b/,
    why: 'the running version does not fill it: give it a default',
  },
];
const ON_OTHERS: readonly { wrong: RegExp; why: string }[] = [
  {
    wrong: /\badd constraint\b(?!.*\bnot valid\b)/,
    why: 'it reads the whole table while nobody writes, and the running version may break it: not valid, then validate',
  },
  {
    wrong: /\bcreate (unique )?index (?!concurrently)/,
    why: 'nobody writes while it is built: concurrently, in a file that begins with -- no transaction',
  },
];

const BESIDE_A_FILL: readonly { wrong: RegExp; why: string }[] = [
  {
    wrong: /\bcreate (constraint )?trigger\b/,
    why: 'nobody writes until the fill is done: fill in the next migration',
  },
];

/**
 * What a migration does that the version before it cannot live with. A statement that carries the comment
 * `-- contract: <since when no version uses it>` may: that is the second half of expand and contract.
 */
export function breaksIn(file: string, text: string): string[] {
  if (file < SINCE) return [];
  const filled = /^(with .*\n)?insert into\b/im.test(text);
  const made = new Set([...text.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name));
  return text.split(/--> statement-breakpoint|;\s*\n/).flatMap((statement) => {
    if (/^\s*-- contract: \S/m.test(statement)) return [];
    const plain = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase();
    const table = /\b(?:alter table(?: if exists)?(?: only)?|on) "?(\w+)"?/.exec(plain)?.[1];
    const rules = table && made.has(table) ? [] : [...BREAKS, ...ON_OTHERS, ...(filled ? BESIDE_A_FILL : [])];
    return rules
      .filter(({ wrong }) => wrong.test(plain))
      .map(({ why }) => `${file}: ${plain.trim().slice(0, 80)}: ${why}`);
  });
}

if (import.meta.main) {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const found = files.flatMap((file) => breaksIn(file, readFileSync(join(FOLDER, file), 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exit(found.length > 0 ? 1 : 0);
}
