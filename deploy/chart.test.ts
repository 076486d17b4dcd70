import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import {
  containerOf,
  imageEnv,
  MONITORED,
  matches,
  type Named,
  NEEDED,
  podsOf,
  type Resource,
  read,
  resources,
  type Selector,
} from './files.ts';
import type { Values } from './helm.ts';

describe('the chart', () => {
  const all = resources(MONITORED);
  const pods = podsOf(all);

  it('has these resources, those for monitoring only when wanted, and no hook', () => {
    const base = [
      'Deployment',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ];
    expect(
      resources()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(base);
    expect(all.map(({ kind }) => kind).sort()).toEqual(
      [...base, 'ConfigMap', 'PrometheusRule', 'Service', 'ServiceMonitor'].sort(),
    );
    for (const { kind, metadata } of all)
      expect(
        Object.keys(metadata.annotations ?? {}).filter((name) => name.startsWith('helm.sh/')),
        kind,
      ).toEqual([]);
    const off = resources({
      api: { replicas: 3, autoscaling: { enabled: false } },
      networkPolicy: { enabled: false },
      ingress: { enabled: false },
    });
    expect(off.map(({ kind }) => kind).sort()).toEqual(
      base.filter((kind) => !['HorizontalPodAutoscaler', 'NetworkPolicy', 'Ingress'].includes(kind)),
    );
    const replicasOf = (some: Resource[]) => some.find(({ metadata }) => metadata.name === 'erp-api')?.spec.replicas;
    expect([replicasOf(off), replicasOf(all)]).toEqual([3, undefined]);
  });

  it('runs its pods as nobody, on a file system of which they write only their folders', () => {
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      const container = containerOf(pod);
      expect(pod.spec.initContainers).toBeUndefined();
      expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual([
        imageEnv.TRADEWIND_DATA,
        '/tmp',
      ]);
      expect(pod.spec.volumes.map(({ name }) => name).sort()).toEqual(
        container.volumeMounts.map(({ name }) => name).sort(),
      );
    }
  });

  it('asks processes at ports that they have, and lets them drain and end', () => {
    for (const pod of pods.filter((one) => containerOf(one).name !== 'migrate')) {
      const container = containerOf(pod);
      const ports = Object.fromEntries(
        (container.ports ?? []).map(({ name, containerPort }) => [name, String(containerPort)]),
      );
      expect(ports.metrics).toBe(imageEnv.TRADEWIND_METRICS_PORT);
      if (container.name === 'api') expect(ports.http).toBe(imageEnv.PORT);
      for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        const { path, port } = container[name].httpGet;
        expect(Object.keys(ports)).toContain(port);
        expect(path).toBe(`${port === 'http' ? '/api' : ''}/${name === 'readinessProbe' ? 'ready' : 'live'}`);
      }
      const drain = Number(container.env.find(({ name }) => name === 'TRADEWIND_DRAIN_SECONDS')?.value);
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 20);
      const { periodSeconds, failureThreshold } = container.readinessProbe;
      if (container.name === 'api') expect(drain, 'to be noticed').toBeGreaterThan(periodSeconds * failureThreshold);
    }
  });

  it('selects by labels that pods have', () => {
    const selectorOf = ({ kind, spec }: Resource): Named<string> | undefined => {
      if (kind === 'Service') return spec.selector as unknown as Named<string>;
      if (kind === 'NetworkPolicy') return (spec.podSelector as Selector).matchLabels;
      return kind === 'Deployment' || kind === 'PodDisruptionBudget' ? spec.selector.matchLabels : undefined;
    };
    const selected = all.flatMap((resource) => {
      const selector = selectorOf(resource);
      const names = pods.filter((pod) => selector && matches(selector, pod)).map((pod) => containerOf(pod).name);
      return selector ? [`${resource.kind} ${resource.metadata.name}: ${names.sort()}`] : [];
    });
    expect(selected.sort()).toEqual([
      'Deployment erp-api: api',
      'Deployment erp-worker: worker',
      'NetworkPolicy erp: api,migrate,worker',
      'PodDisruptionBudget erp-api: api',
      'PodDisruptionBudget erp-worker: worker',
      'Service erp-metrics: api,migrate,worker',
      'Service erp: api',
    ]);
    const monitor = all.find(({ kind }) => kind === 'ServiceMonitor');
    const labels = all.find(({ metadata }) => metadata.name === 'erp-metrics')?.metadata as unknown as {
      labels: Named<string>;
    };
    expect(labels.labels).toMatchObject(monitor?.spec.selector.matchLabels ?? { none: '' });
  });

  it('makes a new migration for a new tag, under a name that Kubernetes takes', () => {
    const jobOf = (values: Values, release?: string) =>
      resources(values, release).find(({ kind }) => kind === 'Job')?.metadata.name ?? '';
    expect(jobOf({})).toBe(jobOf({}));
    expect(jobOf({ image: { tag: '1.2.3' } })).toMatch(/^erp-migrate-1-2-3-[0-9a-f]{8}$/);
    expect(jobOf({ image: { tag: '1.2.4' } })).not.toBe(jobOf({ image: { tag: '1.2.3' } }));
    expect(
      jobOf(
        { image: { tag: 'Feature_Branch.With-a-very-long-name-of-many-words' } },
        'a-release-with-a-name-as-long-as-helm-takes-53-chars',
      ),
    ).toMatch(/^[a-z0-9-]{1,63}$/);
  });

  it('closes the port of metrics to all but Prometheus, and does not buffer the stream of live updates', () => {
    const { ingress } = all.find(({ kind }) => kind === 'NetworkPolicy')!.spec as unknown as {
      ingress: { ports: { port: string }[]; from?: unknown[] }[];
    };
    expect(ingress.find(({ ports }) => ports.some(({ port }) => port === 'metrics'))?.from).toHaveLength(1);
    expect(
      all.find(({ kind }) => kind === 'Ingress')?.metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-buffering'],
    ).toBe('off');
  });

  it.each([
    [{ existingSecret: '' }, /existingSecret/],
    [{ env: { ...(NEEDED.env as Values), TRADEWIND_PUBLIC_URL: '' } }, /PUBLIC_URL/],
    [{ env: { ...(NEEDED.env as Values), TRADEWIND_TRUSTED_PROXIES: '' } }, /TRUSTED_PROXIES/],
    [{ env: { ...(NEEDED.env as Values), FILES_URL: '' } }, /share files/],
    [{ ingress: { host: '' } }, /ingress.host/],
  ])('says what is missing: %j', (values, message) => {
    expect(() => resources(values)).toThrow(message);
  });

  it('carries the rules and the dashboard as they are', () => {
    expect(all.find(({ kind }) => kind === 'PrometheusRule')?.spec).toEqual(
      parseYaml(read('deploy/prometheus/alerts.yml')),
    );
    expect(JSON.parse(all.find(({ kind }) => kind === 'ConfigMap')?.data['tradewind.json'] ?? '')).toEqual(
      JSON.parse(read('deploy/grafana/tradewind.json')),
    );
  });
});
