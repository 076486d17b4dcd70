import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumPath } from '../scripts/chromium.ts';
import type { Application } from './program.ts';

/** The application that this worker's files have for themselves. */
export const application: Application = ofWorker(Number(process.env.VITEST_POOL_ID));

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();

function ofWorker(number: number): Application {
  const found = inject('applications')[number - 1];
  if (!found) throw new Error(`No application runs for worker ${number}`);
  return found;
}

/** Scripts live too short here for the optimizing compiler and its threads: without them a run takes a sixth less. */
const SHORT_LIVED = '--js-flags=--single-threaded,--no-turbofan,--max-lazy,--min-semi-space-size=32';

function openBrowser(): Promise<Browser> {
  const sandboxed = process.platform !== 'linux' || userInfo().uid !== 0;
  const args = sandboxed ? [SHORT_LIVED] : [SHORT_LIVED, '--no-sandbox'];
  return chromium.launch({ executablePath: chromiumPath(), args });
}

/** A browser window that shares nothing with others. All files of the worker open theirs in one browser. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser && !(await browser).isConnected()) browser = undefined;
  browser ??= openBrowser();
  const context = await (await browser).newContext(options);
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
  return context;
}

export async function picture(page: Page, name: string): Promise<void> {
  const file = join(import.meta.dirname, 'artifacts', `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
}

/** Of every window that is open, after a failure. */
export async function picturesOfAll(name: string): Promise<void> {
  const pages = [...contexts].flatMap((context) => context.pages());
  const plain = name.replace(/[^\p{Letter}\p{Number}]+/gu, '-');
  // A window that hangs is no reason to hide why the test failed.
  await Promise.allSettled(pages.map((page, i) => picture(page, `${plain}-${i}`)));
}

/** After a file: nobody of it is left. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...contexts].map((context) => context.close()));
}
