import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

/** The shell without windows first: it opens a page in a third of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Chinese pages need a font that has the characters. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk'];

/** The browser that the browser tests drive: CHROMIUM_PATH, or one on the PATH, or one in its usual place. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((file) => existsSync(file));
}

/** @throws saying how to get one */
export function chromiumPath(): string {
  const found = findChromium();
  if (found) return found;
  throw new Error(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist: it should be the path of a Chromium or Chrome.`
      : `The browser tests need a Chromium. Install one (Debian: apt-get install ${DEBIAN_PACKAGES.join(' ')}; macOS: brew install --cask chromium) or set CHROMIUM_PATH.`,
  );
}

function hasChineseFont(): boolean {
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return listed.status === 0 && listed.stdout.trim() !== '';
}

/** On Debian, as root, the browser and its font install themselves. */
function installOnDebian(): void {
  const apt = (args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  process.stdout.write(`Installing ${DEBIAN_PACKAGES.join(' and ')} for the browser tests ...\n`);
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES]);
}

if (import.meta.main) {
  const mayInstall = process.platform === 'linux' && userInfo().uid === 0 && existsSync('/usr/bin/apt-get');
  const wanting = !findChromium() || (process.platform === 'linux' && !hasChineseFont());
  if (wanting && mayInstall && !process.env.CHROMIUM_PATH) installOnDebian();
  try {
    chromiumPath();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
