import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { compose, exampleValues, imageEnv, programs, ROOT, read } from './files.ts';

describe('compose', () => {
  it('waits for what is healthy or done', () => {
    for (const [name, { depends_on = {} }] of Object.entries(compose.services))
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const target = compose.services[other];
        const can =
          condition === 'service_healthy'
            ? target?.healthcheck
            : condition === 'service_completed_successfully' && target?.restart === 'on-failure';
        expect(Boolean(can), `${name} waits for ${other}: ${condition}`).toBe(true);
      }
    for (const [name, { depends_on }] of programs) expect(Object.keys(depends_on ?? {}), name).not.toEqual([]);
  });

  it('has every volume, file and configuration that its services name', () => {
    for (const [name, { volumes = [], configs = [], env_file }] of Object.entries(compose.services)) {
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        expect(
          from.startsWith('.') ? existsSync(join(ROOT, 'deploy', from)) : from in compose.volumes,
          `${name}: ${volume}`,
        ).toBe(true);
      }
      for (const { source } of configs) expect(compose.configs, name).toHaveProperty([source]);
      if (env_file) expect(env_file).toBe('.env');
    }
    for (const { file } of Object.values(compose.configs))
      if (file) expect(existsSync(join(ROOT, 'deploy', file)), file).toBe(true);
  });

  it('gives a process the time to drain and to end, and nothing to write on but its folders', () => {
    for (const [name, service] of programs) {
      expect(Number.parseInt(service.stop_grace_period ?? '', 10), name).toBeGreaterThanOrEqual(
        Number(exampleValues.TRADEWIND_DRAIN_SECONDS) + 20,
      );
      expect(service.read_only, name).toBe(true);
      expect(service.volumes).toEqual([`data:${imageEnv.TRADEWIND_DATA}`]);
    }
  });

  it('trusts its proxy, which knows each api', () => {
    expect(exampleValues.TRADEWIND_TRUSTED_PROXIES).toBe(compose.networks.default.ipam.config[0]?.subnet);
    const upstreams = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual(
      programs
        .filter(([, { environment }]) => environment?.TRADEWIND_ROLES === 'api')
        .map(([name]) => `${name}:${imageEnv.PORT}`),
    );
    const scraped = (
      parseYaml(read('deploy/prometheus/prometheus.yml')) as {
        scrape_configs: { static_configs: { targets: string[] }[] }[];
      }
    ).scrape_configs[0]?.static_configs[0]?.targets;
    expect(scraped).toEqual(
      programs.filter(([name]) => name !== 'migrate').map(([name]) => `${name}:${imageEnv.TRADEWIND_METRICS_PORT}`),
    );
  });

  it('sets PostgreSQL as the embedded one is, with connections for everybody', () => {
    const settings =
      /const SETTINGS[^{]*\{([\s\S]*?)\n\};/.exec(read('apps/server/src/core/database/embedded.ts'))?.[1] ?? '';
    const embedded = [...settings.matchAll(/(\w+): '([^']+)'/g)]
      .map(([, name, value]) => `${name}=${value}`)
      .filter((one) => !one.startsWith('log_'));
    const set = (compose.services.postgres?.command ?? []).filter((word) => word.includes('='));
    expect(embedded.length).toBeGreaterThan(8);
    expect(set).toEqual(embedded);
    const ini = (name: string) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(read('deploy/pgbouncer.ini'))?.[1]);
    const most = Number(set.find((one) => one.startsWith('max_connections='))?.split('=')[1]);
    expect(2 * ini('default_pool_size') + 10 * programs.length + 3).toBeLessThanOrEqual(most);
    expect(read('deploy/pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m);
    expect(ini('max_prepared_statements')).toBeGreaterThan(0);
    const [, major, minor] = /:v(\d+)\.(\d+)/.exec(compose.services.pgbouncer?.image ?? '') ?? [];
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(121);
  });
});

it('every file of YAML can be read', () => {
  const files = globSync('deploy/**/*.{yaml,yml}', { cwd: ROOT }).filter((file) => !file.includes('/templates/'));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files)
    for (const document of parseAllDocuments(read(file), { merge: true, strict: true, uniqueKeys: true }))
      expect([...document.errors, ...document.warnings], file).toEqual([]);
});
