import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readConfig } from '../apps/server/src/core/config.ts';
import {
  containerOf,
  envOf,
  exampleEnv,
  exampleNames,
  imageEnv,
  known,
  NOT_THERE,
  OTHERS,
  podsOf,
  programs,
  read,
  resources,
} from './files.ts';
import type { Values } from './helm.ts';

describe('variables', () => {
  const inHelm =
    resources().length > 0
      ? read('deploy/helm/tradewind/values.yaml') +
        read('deploy/helm/tradewind/templates/_helpers.tpl') +
        read('deploy/helm/tradewind/templates/api.yaml')
      : '';

  it('are all ones that the program knows', () => {
    expect(known.length).toBeGreaterThan(15);
    const named = [
      ...Object.keys(imageEnv),
      ...exampleNames,
      ...programs.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
      ...podsOf(resources()).flatMap((pod) => containerOf(pod).env.map(({ name }) => name)),
      ...Object.keys((parseYaml(read('deploy/helm/tradewind/values.yaml')) as { env: Values }).env),
    ];
    expect(named.filter((name) => !known.includes(name) && !OTHERS.includes(name))).toEqual([]);
  });

  it.each([
    ['compose', `${read('deploy/compose.yaml')}${exampleEnv}`],
    ['Helm', inHelm],
  ])('of production have a place in %s', (_, text) => {
    const missing = known.filter(
      (name) => !(name in NOT_THERE) && !(name in imageEnv) && !new RegExp(`\\b${name}\\b`).test(text),
    );
    expect(missing).toEqual([]);
  });

  it('have values that the program takes, with the role of the service', () => {
    const roles = Object.fromEntries(
      programs.map(([name, service]) => [name, readConfig(envOf(service)).roles.join()]),
    );
    expect(roles).toEqual({ migrate: 'migrate', 'api-1': 'api', 'api-2': 'api', worker: 'worker' });
    const secret = {
      DATABASE_URL: 'postgres://a:b@pooler/tradewind',
      DATABASE_DIRECT_URL: 'postgres://a:b@db/tradewind',
      TRADEWIND_SECRET: 'x'.repeat(32),
    };
    const ofPods = podsOf(resources()).map((pod) => {
      const { name, env } = containerOf(pod);
      const config = readConfig({
        ...imageEnv,
        ...secret,
        ...Object.fromEntries(env.map((one) => [one.name, one.value])),
      });
      return [name, config.roles.join(), config.production, config.metricsPort];
    });
    expect(ofPods.sort()).toEqual([
      ['api', 'api', true, 9464],
      ['migrate', 'migrate', true, 9464],
      ['worker', 'worker', true, 9464],
    ]);
  });
});
