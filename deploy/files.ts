import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { renderChart, type Values } from './helm.ts';

/** What the tests of this folder read. No container engine runs where they run: nothing of it is started. */
export const ROOT = join(import.meta.dirname, '..');
export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const CHART = join(ROOT, 'deploy/helm/tradewind');

export type Named<T> = Record<string, T>;

/** The schema of config.ts. */
export const known = [
  ...(
    /const variables = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read('apps/server/src/core/config.ts'))?.[1] ?? ''
  ).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
].map(([, name = '']) => name);
/** What production does without. */
export const NOT_THERE: Named<string> = {
  TRADEWIND_DEMO: 'is off with DATABASE_URL',
  TRADEWIND_CAPTCHA: 'cannot be off',
  SANDBOX_PORT: 'no stand-ins',
  SANDBOX_URL: 'no stand-ins',
  DATABASE_NAMED_STATEMENTS: 'for a PgBouncer before 1.21',
  BACKUP_URL: 'of the embedded database',
  BACKUP_EVERY_DAYS: 'of the embedded database',
  BACKUP_KEEP_DAYS: 'of the embedded database',
};
/** Read by others than config.ts. */
export const OTHERS = ['POSTGRES_PASSWORD', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const dockerfile = read('deploy/Dockerfile')
  .replace(/\\\n/g, ' ')
  .replace(/^#.*\n/gm, '');
export const instructions = dockerfile
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => ({ what: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));
export const stages = instructions.reduce<(typeof instructions)[]>((all, one) => {
  if (one.what === 'FROM') all.push([]);
  all.at(-1)?.push(one);
  return all;
}, []);
export const imageEnv: Named<string> = Object.fromEntries(
  (stages.at(-1) ?? [])
    .filter(({ what }) => what === 'ENV')
    .flatMap(({ rest }) => rest.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
);

export const exampleEnv = read('deploy/example.env');
export const exampleNames = [...exampleEnv.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
export const exampleValues: Named<string> = Object.fromEntries(
  [...exampleEnv.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const filledEnv: Named<string> = {
  ...exampleValues,
  POSTGRES_PASSWORD: 'Secret1',
  TRADEWIND_SECRET: 'x'.repeat(32),
};

export interface Service {
  image?: string;
  env_file?: string;
  environment?: Named<string>;
  command?: string[];
  depends_on?: Named<{ condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  configs?: { source: string }[];
  restart?: string;
  read_only?: boolean;
  stop_grace_period?: string;
}
export interface Compose {
  services: Named<Service>;
  volumes: Named<unknown>;
  configs: Named<{ file?: string }>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}
export const compose = parseYaml(read('deploy/compose.yaml'), { merge: true }) as Compose;
export const programs = Object.entries(compose.services).filter(([, { environment }]) => environment?.TRADEWIND_ROLES);
const filled = (text: string) =>
  text.replace(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => filledEnv[name] ?? '');
/** As Docker puts it together: image, then file, then `environment`. */
export const envOf = ({ environment = {} }: Service): Named<string> => ({
  ...imageEnv,
  ...filledEnv,
  ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)])),
});

export const NEEDED: Values = {
  existingSecret: 'tradewind',
  env: {
    TRADEWIND_PUBLIC_URL: 'https://erp.example.com',
    TRADEWIND_TRUSTED_PROXIES: '10.2.0.0/16',
    FILES_URL: 's3://bucket/prefix',
  },
  ingress: { host: 'erp.example.com' },
};
export const MONITORED: Values = {
  serviceMonitor: { enabled: true },
  prometheusRule: { enabled: true },
  dashboard: { enabled: true },
};

export interface Selector {
  matchLabels: Named<string>;
}
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
export interface Container {
  name: string;
  image: string;
  securityContext: unknown;
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}
export interface Pod {
  metadata: { labels: Named<string> };
  spec: {
    terminationGracePeriodSeconds: number;
    securityContext: Values;
    containers: Container[];
    initContainers?: unknown;
    volumes: { name: string }[];
  };
}
export interface Resource {
  kind: string;
  metadata: { name: string; annotations?: Named<string> };
  spec: Values & { template: Pod; selector: Selector };
  data: Named<string>;
}
export function resources(values: Values = {}, release = 'erp'): Resource[] {
  return Object.entries(renderChart(CHART, { ...NEEDED, ...values }, release)).flatMap(([file, text]) =>
    parseAllDocuments(text, { strict: true, uniqueKeys: true })
      .map((document) => {
        if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
        return document.toJS() as Resource | null;
      })
      .filter((resource) => resource !== null),
  );
}
export const podsOf = (all: Resource[]) =>
  all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map(({ spec }) => spec.template);
export const containerOf = (pod: Pod): Container => pod.spec.containers[0] as Container;
export const matches = (selector: Named<string>, pod: Pod) =>
  Object.entries(selector).every(([key, value]) => pod.metadata.labels[key] === value);
