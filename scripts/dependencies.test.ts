import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Audit, audit, graveOf, type Lock, lockProblems } from './dependencies.ts';

const GOOD = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };

describe('the lock file', () => {
  const wrong = (more: object, name = 'a') =>
    lockProblems({ packages: { '': {}, [`node_modules/${name}`]: { ...GOOD, ...more } } }, { builds: true });

  it.each([
    ['is as it should be', {}, null],
    ['names no hash', { integrity: undefined }, /no hash/],
    ['names a weak hash', { integrity: 'sha1-abc' }, /no hash/],
    ['names another place', { resolved: 'https://elsewhere.example.com/a.tgz' }, /comes from https:\/\/elsewhere/],
    ['names the registry', { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }, null],
    ['has a licence that may not be mixed in', { license: 'BUSL-1.1' }, /licence BUSL-1.1/],
    ['has no licence', { license: undefined }, /licence \(none\)/],
    ['offers a licence that may be', { license: '(GPL-2.0-only OR MIT)' }, null],
    ['wants two licences at once', { license: '(MIT AND BUSL-1.1)' }, /licence/],
    ['runs a script on install', { hasInstallScript: true }, /install script/],
  ])('complains when a package %s', (_what, more, complaint) => {
    const found = wrong(more);
    if (complaint === null) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringMatching(complaint)]);
  });

  it('takes scripts that are allowed, and leaves the workspaces alone', () => {
    expect(wrong({ hasInstallScript: true }, 'builds')).toEqual([]);
    expect(wrong({ hasInstallScript: true }, 'x/node_modules/esbuild')).toEqual([]);
    expect(lockProblems({ packages: { 'apps/web': {}, 'node_modules/@t/web': { link: true } } }, {})).toEqual([]);
  });
});

describe('advisories', () => {
  const found = (severity: string): Audit => ({
    vulnerabilities: {
      a: { via: [{ url: 'https://github.com/advisories/GHSA-1', title: 'A hole', severity }] },
      b: { via: ['a'] },
    },
  });
  const acceptance = { advisory: 'GHSA-1', until: '2027-01-31', why: 'we do not use it' };

  it('that are grave count, unless they are accepted and the day has not passed', () => {
    expect(graveOf(found('moderate'), [], '2027-01-01')).toEqual([]);
    expect(graveOf(found('high'), [], '2027-01-01')).toEqual([expect.stringMatching(/^a: high: A hole, .*GHSA-1$/)]);
    expect(graveOf(found('critical'), [acceptance], '2027-01-31')).toEqual([]);
    expect(graveOf(found('critical'), [acceptance], '2027-02-01')).toHaveLength(1);
    expect(graveOf(found('critical'), [{ ...acceptance, advisory: 'GHSA-12' }], '2027-01-01')).toHaveLength(1);
  });
});

describe('npm', () => {
  const ADVISORY = {
    ...{ id: 1, url: 'https://github.com/advisories/GHSA-1', title: 'A hole', severity: 'high' },
    ...{ vulnerable_versions: '<2.0.0', cwe: [], cvss: { score: 8, vectorString: null } },
  };
  const LOCK: Lock & Record<string, unknown> = {
    ...{ name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: { '': { version: '1.0.0', dependencies: { a: '^1.0.0' } } as object, 'node_modules/a': GOOD },
  };
  let folder: string;
  let registry: Server;
  let status = 200;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'audit-'));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { a: '^1.0.0' } }),
    );
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(LOCK));
    registry = createServer((request, response) => {
      request.resume();
      const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
      response.writeHead(isBulk ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBulk && status === 200 ? { a: [ADVISORY] } : {}));
    }).listen(0, '127.0.0.1');
    await new Promise((done) => registry.once('listening', done));
  });
  afterAll(async () => {
    registry.close();
    await rm(folder, { recursive: true });
  });
  const answered = () => {
    const { port } = registry.address() as AddressInfo;
    return audit(folder, { ...process.env, npm_config_registry: `http://127.0.0.1:${port}` });
  };

  it('tells of a hole that the registry knows', async () => {
    const said = await answered();
    expect(graveOf(said ?? {}, [], '2027-01-01')).toEqual([expect.stringMatching(/^a: high: A hole/)]);
  });

  it('without an answer is no finding', async () => {
    status = 405;
    expect(await answered()).toBeUndefined();
  });
});
