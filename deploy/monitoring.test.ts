import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { allFigures } from '../apps/server/src/core/metrics.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const alerts = (parseYaml(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(read('deploy/grafana/tradewind.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};
const queries = [
  ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

/** Labels and words of PromQL beside the names of metrics. */
const bare = (expr: string) => expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
const metricsIn = (expr: string): string[] =>
  [
    ...bare(expr)
      .replace(/\{[^}]*\}/g, '')
      .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
      .matchAll(/(?<![\w.$])[a-z_][a-z0-9_]*\b(?!\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name) && name !== 'by');
const groupedBy = (expr: string) =>
  [...bare(expr).matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
const selected = (expr: string) =>
  [...bare(expr).matchAll(/\{([^}]*)\}/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.split(/[=!]/)[0]?.trim() ?? ''),
  );

const registered = new Map<string, readonly string[]>();
beforeAll(async () => {
  for (const file of globSync('apps/server/src/**/*.ts', { cwd: ROOT }))
    if (!file.endsWith('.test.ts') && /^defineGauge\(/m.test(read(file))) await import(join(ROOT, file));
  for (const { name, type, labels } of allFigures()) {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    for (const one of names) registered.set(one, one.endsWith('_bucket') ? [...labels, 'le'] : labels);
  }
  // Prometheus's own.
  registered.set('up', []);
});

describe('rules and dashboard', () => {
  it.each(queries)('$of: reads figures that the program has, by labels that they have', ({ expr }) => {
    const names = metricsIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !registered.has(name))).toEqual([]);
    const labels = ['job', 'instance', ...names.flatMap((name) => registered.get(name) ?? [])];
    expect([...groupedBy(expr), ...selected(expr)].filter((label) => !labels.includes(label))).toEqual([]);
  });

  it('show every figure of ours', () => {
    const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
    const ours = allFigures()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('tradewind_'));
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((name) => ![name, `${name}_bucket`, `${name}_count`].some((one) => shown.has(one)))).toEqual([]);
  });

  it('name lines by labels that the query keeps', () => {
    for (const { title, targets } of panels)
      for (const { expr, legendFormat } of targets)
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect(groupedBy(expr), `${title}: ${legendFormat}`).toContain(label);
    for (const { alert, expr, annotations } of alerts)
      for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
        expect([...groupedBy(expr), ...(expr.startsWith('up') ? ['instance'] : [])], alert).toContain(label);
  });
});

describe('the runbook', () => {
  const text = read('docs/runbook.md');
  const sections = text
    .split(/^## /m)
    .slice(1)
    .map((part) => part.split('\n')[0] ?? '')
    .filter((title) => title.startsWith('Tradewind'));

  it('has one section for each alert, and each alert leads to its own', () => {
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(['critical', 'warning']).toContain(labels.severity);
    }
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    const files = [...text.matchAll(/node (apps\/\S+\.ts)/g)].map(([, file = '']) => file);
    expect(named.length + files.length).toBeGreaterThan(0);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
    for (const file of files) expect(() => read(file)).not.toThrow();
  });
});
