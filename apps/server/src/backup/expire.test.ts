import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { expire } from './expire.ts';
import { baseFolder, DATA, FILE_LIST, FILES, logName, MANIFEST, RECORD } from './layout.ts';
import { segmentName } from './log-files.ts';
import { type BackupStore, openStore } from './store.ts';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 14;
const scratch = mkdtempSync(join(tmpdir(), 'tradewind-expire-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const config = readConfig({ TRADEWIND_DATA: join(scratch, 'data'), TRADEWIND_SECRET: 'x'.repeat(32) });
const segment = (number: number) => segmentName(1, number);

async function put(store: BackupStore, name: string, text = ''): Promise<void> {
  const file = join(scratch, 'put');
  writeFileSync(file, text);
  await store.put(name, file);
}

/** A store with bases of these ages in days; the log of each begins five files after the one before. */
async function storeOf(name: string, server: string, ages: number[]) {
  const store = await openStore(pathToFileURL(join(scratch, name)).href);
  const ids: string[] = [];
  for (const [n, age] of ages.entries()) {
    const at = new Date(Date.now() - age * DAY_MS).toISOString();
    const id = at.replaceAll(/[-:]|\.\d+/g, '');
    ids.push(id);
    const record = {
      ...{ format: 1, at, point: id, postgres: '18', timeline: 1, firstSegment: segment(1 + n * 5) },
      ...{ position: '0/0', secretCheck: '', bytes: 0, sha256: '', files: 1, figures: {} },
    };
    await put(store, baseFolder(server, id) + RECORD, JSON.stringify(record));
    await put(store, baseFolder(server, id) + FILE_LIST, JSON.stringify([`${n}.pdf`, 'shared.pdf']));
    for (const part of [DATA, MANIFEST]) await put(store, baseFolder(server, id) + part);
    await put(store, `${FILES}${n}.pdf`);
  }
  for (let number = 1; number <= ages.length * 5; number++) await put(store, logName(server, segment(number)));
  for (const file of ['00000002.history', segment(99)]) await put(store, logName(server, file));
  for (const file of ['shared.pdf', 'new.pdf']) await put(store, FILES + file);
  return { store, ids };
}

it('removes what no moment of the days that are kept needs, and nothing else', async () => {
  mkdirSync(join(config.dataDir, 'files'), { recursive: true });
  writeFileSync(join(config.dataDir, 'files/new.pdf'), '');
  const { store, ids } = await storeOf('kept', '1', [20, 16, 10, 1]);
  await expire(config, store, KEEP_DAYS);
  const left = await store.list('');
  // The base of sixteen days ago is where the moments of fourteen days ago begin.
  const kept = ids
    .slice(1)
    .flatMap((id) => [DATA, FILE_LIST, MANIFEST, RECORD].map((part) => baseFolder('1', id) + part));
  expect(left.filter((name) => name.startsWith('1/bases/'))).toEqual([...kept].sort());
  const log = Array.from({ length: 15 }, (_, n) => segment(6 + n));
  const logLeft = [...log, segment(99), '00000002.history'].map((name) => logName('1', name));
  expect(left.filter((name) => name.startsWith('1/log/'))).toEqual(logLeft.sort());
  expect(left.filter((name) => name.startsWith(FILES))).toEqual(
    ['1.pdf', '2.pdf', '3.pdf', 'new.pdf', 'shared.pdf'].map((name) => FILES + name),
  );
});

it('removes nothing while no base is too old, and never the only one', async () => {
  for (const ages of [[12, 3], [90]]) {
    const { store } = await storeOf(`all-${ages.length}`, '2', ages);
    const before = await store.list('');
    await expire(config, store, KEEP_DAYS);
    expect(await store.list('')).toEqual(before);
  }
});
