import { existsSync, globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instructions, ROOT, read, stages } from './files.ts';

describe('the image', () => {
  const [build = [], runtime = []] = stages;
  const copied = (stage: typeof instructions) =>
    stage
      .filter(({ what, rest }) => what === 'COPY' && !rest.includes('--from='))
      .flatMap(({ rest }) =>
        rest
          .split(/\s+/)
          .filter((word) => !word.startsWith('--'))
          .slice(0, -1),
      );

  it('is made of files that are there and that the list of ignored files lets through', () => {
    const through = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = [...copied(build), ...copied(runtime)];
    expect(sources.length).toBeGreaterThan(8);
    for (const source of sources) {
      expect(existsSync(join(ROOT, source)), source).toBe(true);
      expect(through, source).toContain(source.split('/')[0]);
    }
  });

  it('installs with the package.json of every workspace', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const packages = globSync(
      workspaces.map((folder) => `${folder}/package.json`),
      { cwd: ROOT },
    );
    expect(packages.length).toBeGreaterThan(4);
    expect(copied(build)).toEqual(expect.arrayContaining(packages));
  });

  it('runs as nobody in particular, without a shell, by the Node of its tag', () => {
    for (const { what, rest } of instructions.filter((one) => one.what === 'FROM'))
      expect(`${what} ${rest}`).toMatch(/^FROM node:24-slim( AS build)?$/);
    expect(stages).toHaveLength(2);
    const of = (name: string) => runtime.filter(({ what }) => what === name).map(({ rest }) => rest);
    expect(of('USER')).toEqual(['10001:10001']);
    expect(of('RUN')).toEqual([]);
    const [entry, check] = [of('ENTRYPOINT')[0] ?? '', of('HEALTHCHECK')[0] ?? ''];
    const [node, ...args] = JSON.parse(entry) as string[];
    const main = args.at(-1) ?? '';
    expect([node, existsSync(join(ROOT, main))]).toEqual(['/usr/local/bin/node', true]);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(args.slice(0, -1)).toEqual(scripts.start.split(' ').slice(1, -1));
    const [program, flag, script = ''] = JSON.parse(check.slice(check.indexOf('CMD') + 3)) as string[];
    expect([program, flag]).toEqual(['/usr/local/bin/node', '-e']);
    expect(() => new Function(script)).not.toThrow();
  });

  const leaving = (patterns: string[], kept: string[]) => {
    const files = globSync(patterns, { cwd: ROOT }).filter(
      (file) => !/\.test\.tsx?$|\.testing\.ts$|\/testing[/.]|\/attacks\//.test(file),
    );
    expect(files.length).toBeGreaterThan(300);
    return files.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
        .map(([, target = '']) => relative(ROOT, join(ROOT, dirname(file), target)))
        .filter((path) => !kept.some((folder) => path.startsWith(folder)) || /\.test\.tsx?$/.test(path))
        .map((path) => `${file}: ${path}`),
    );
  };

  it('holds every file that the server imports, and the build those of the web', () => {
    expect(leaving(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], ['apps/server/', 'packages/'])).toEqual([]);
    expect(leaving(['apps/web/src/**/*.{ts,tsx}'], ['apps/web/', 'packages/'])).toEqual([]);
    const base = /"extends": "([^"]+)"/.exec(read('apps/web/tsconfig.json'))?.[1] ?? '';
    expect(copied(build)).toContain(join('apps/web', base));
  });
});
