import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { savePreference } from '@tradewind/contract/identity.ts';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { openApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import { callOver, until } from '../harness.ts';
import { freePort, Program } from './program.ts';
import { makeWorld } from './world.ts';

const DISK = '700m';
const LEFT_BYTES = 6 * 1024 * 1024;
const disk = mkdtempSync(join(tmpdir(), 'tradewind-disk-'));
const usual = process.env.TMPDIR;
// Only root may mount; elsewhere nobody can make a small disk.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', disk]).status === 0;
let stop: () => Promise<void> = async () => {};

afterAll(async () => {
  await stop();
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  if (mounted) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

it.skipIf(!mounted)(
  'a full disk: calls answer 503 in words, nothing that was acknowledged is lost, with room it goes on',
  async () => {
    process.env.TMPDIR = disk;
    const world = await makeWorld(await freePort(), 'http://127.0.0.1:1', async () => ({}));
    const program = new Program(world.env);
    stop = () => program.stop();
    await program.start();

    const visited = new Map<number, number>();
    const texts = new Set<string>();
    const kept: number[] = [];
    const answered = (status: number) => visited.get(status) ?? 0;
    let working = true;
    const load = Array.from({ length: 4 }, async (_, client) => {
      for (let i = 0; working; i++) {
        const value = { i, weight: randomBytes(12_000).toString('base64') };
        const { status, msg } = await callOver(
          program.url,
          savePreference,
          { key: `disk:${client}`, value },
          world.token,
        );
        visited.set(status, answered(status) + 1);
        if (status === 503) texts.add(msg);
        if (status === 200) kept[client] = i;
      }
    });
    await until(async () => answered(200) > 50, 60);
    const { bavail, bsize } = statfsSync(disk);
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
    await until(async () => answered(503) > 20, 120);
    rmSync(ballast);
    const before = answered(200);
    await until(async () => answered(200) > before + 50, 120);
    working = false;
    await Promise.all(load);
    await program.stop();

    expect([...visited.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (const text of texts) expect(text).toMatch(/磁盘|数据库/);
    const opened = await openApp(readConfig(world.env));
    const { rows } = await opened.app.database.owner.query<{ key: string; value: { i: number } }>(
      `select key, value from user_preference where company_id = $1`,
      [world.companyId],
    );
    expect(rows).toHaveLength(load.length);
    for (const { key, value } of rows) expect(value.i).toBeGreaterThanOrEqual(kept[Number(key.split(':')[1])] ?? 0);
    expect(await brokenChecks(opened.app, world.companyId)).toEqual([]);
    await opened.close();
  },
);
