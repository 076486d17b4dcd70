import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, parseSync, type Span, Visitor } from 'oxc-parser';
import { ROOT, sources } from './order.ts';

const FILE = 'docs/wiring.md';
const SERVER = 'apps/server/src/';
type Kind = 'hook' | 'event' | 'job' | 'schedule';

/** A hook, event, job or schedule, and the files at its two ends. */
interface Wire {
  kind: Kind;
  name: string;
  /** A job's title, a schedule's times. */
  note: string;
  definedIn: string;
  /** Who calls, emits, adds. */
  from: Set<string>;
  /** Who listens, subscribes. */
  to: Set<string>;
}

/** How a call with this name uses a wire: the argument that names it, and the end at which the file stands. */
const USES: Record<string, { argument: number; end: 'from' | 'to' }> = {
  addJob: { argument: 1, end: 'from' },
  emit: { argument: 1, end: 'from' },
  subscribe: { argument: 0, end: 'to' },
};

const text = (node: Argument | undefined): string =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
const english = (node: Argument | undefined): string => {
  const title = node?.type === 'ArrayExpression' ? node.elements[1] : undefined;
  return title ? text(title) : '';
};

/** Every wire of the program, from its text alone: by the names of constants, first a file's own, then exported ones. */
function wires(files: readonly string[]): Wire[] {
  const all: Wire[] = [];
  const byConstant = new Map<string, Wire>();
  const add = (kind: Kind, name: string, file: string, note = ''): Wire => {
    const known = all.find((one) => one.kind === kind && one.name === name);
    // Where the handler stands, a job has its title.
    if (known) return note ? Object.assign(known, { note, definedIn: file }) : known;
    const wire = { kind, name, note, definedIn: file, from: new Set<string>(), to: new Set<string>() };
    all.push(wire);
    return wire;
  };
  const parsed = files.map((file) => {
    const whole = readFileSync(join(ROOT, file), 'utf8');
    const { program, module } = parseSync(file, whole);
    const code = ({ start, end }: Span) => whole.slice(start, end);
    const exported = module.staticExports.flatMap(({ entries }) => entries.map((one) => one.localName.name));
    return { file, program, code, exported };
  });
  for (const { file, program, code, exported } of parsed)
    new Visitor({
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || !init) return;
        const [first, second] = init.type === 'CallExpression' ? init.arguments : [];
        const made = init.type === 'CallExpression' ? code(init.callee) : '';
        const named = /^\{ name: '([\w.]+)' \}$/.exec(code(init))?.[1];
        const wire =
          made === 'defineHook'
            ? add('hook', id.name, file)
            : made === 'defineEvent'
              ? add('event', text(first), file)
              : made === 'defineJob'
                ? add('job', text(first), file, english(second))
                : named && add('job', named, file);
        if (!wire) return;
        byConstant.set(`${file} ${id.name}`, wire);
        if (exported.includes(id.name)) byConstant.set(id.name, wire);
      },
    }).visit(program);
  for (const { file, program, code } of parsed)
    new Visitor({
      CallExpression({ callee, arguments: input }) {
        const name = code(callee);
        const of = (constant: string) => byConstant.get(`${file} ${constant}`) ?? byConstant.get(constant);
        if (name === 'defineJob' && input[0]) {
          const job = text(input[0]) || of(code(input[0]).replace('.name', ''))?.name;
          if (job) add('job', job, file, english(input[1]));
        }
        const schedule =
          name === 'defineSchedule' && input[0] && /name: '([^']+)'[\s\S]*?cron: '([^']+)'/.exec(code(input[0]));
        if (schedule) add('schedule', schedule[1] ?? '', file, schedule[2]);
        const end = /^(\w+)\.(listen|call)$/.exec(name);
        if (end?.[1]) of(end[1])?.[end[2] === 'listen' ? 'to' : 'from'].add(file);
        const use = USES[name];
        const used = use && input[use.argument];
        if (use && used) of(code(used))?.[use.end].add(file);
      },
    }).visit(program);
  return all;
}

const short = (file: string) => `\`${file.replace(SERVER, '').replace('areas/', '')}\``;
const places = (files: Set<string>) => [...files].sort().map(short).join('<br>') || '-';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** docs/wiring.md as the program's text has it now. */
export async function wiringPage(): Promise<string> {
  const files = (await sources()).filter(
    (file) => file.startsWith(SERVER) && !/\.test(ing)?\.ts$|\/testing\//.test(file),
  );
  const all = wires(files);
  const of = (kind: Kind) =>
    all.filter((one) => one.kind === kind).sort((a, b) => (a.definedIn + a.name < b.definedIn + b.name ? -1 : 1));
  const page = [
    '# Wiring',
    'Who listens to what. `node scripts/wiring.ts --write` makes this page from the code; `npm run check` refuses an old one.',
    'Paths are those of `apps/server/src/areas`, or of `apps/server/src`.',
    '## Hooks',
    'In the same transaction; a listener that throws refuses.',
    table(
      ['hook', 'defined in', 'called in', 'listeners'],
      of('hook').map((one) => [`\`${one.name}\``, short(one.definedIn), places(one.from), places(one.to)]),
    ),
    '## Events',
    'After the commit, a job for each subscriber.',
    table(
      ['event', 'emitted in', 'subscribers'],
      of('event').map((one) => [`\`${one.name}\``, places(one.from), places(one.to)]),
    ),
    '## Jobs',
    'Written in the transaction that needs them, run by the worker.',
    table(
      ['job', 'title', 'handler', 'added in'],
      of('job').map((one) => [`\`${one.name}\``, one.note, short(one.definedIn), places(one.from)]),
    ),
    '## Schedules',
    'Over all companies, UTC.',
    table(
      ['schedule', 'when', 'defined in'],
      of('schedule').map((one) => [`\`${one.name}\``, `\`${one.note}\``, short(one.definedIn)]),
    ),
  ];
  return `${page.join('\n\n')}\n`;
}

if (import.meta.main) {
  const page = await wiringPage();
  const file = join(ROOT, FILE);
  const write = process.argv.includes('--write');
  if (write) writeFileSync(file, page);
  const fresh = write || readFileSync(file, 'utf8') === page;
  if (!fresh) process.stdout.write(`${FILE} is old: node scripts/wiring.ts --write\n`);
  process.exit(fresh ? 0 : 1);
}
