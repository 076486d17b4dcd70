import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LOOKS, nameOf, openBrowser, seriousFindings, somebody } from './person.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The newest mail to an address, as the outbox of the data folder holds it. */
async function mailTo(address: string): Promise<string> {
  const folder = join(inject('dataDir'), 'outbox');
  const newest = () =>
    readdirSync(folder)
      .filter((name) => name.includes(address))
      .sort()
      .at(-1);
  await expect.poll(newest, { timeout: 10_000 }).toBeDefined();
  return readFileSync(join(folder, newest() ?? ''), 'utf8');
}

test('a company registers, validates its mail address and signs in', async () => {
  const person = await somebody(browser, { language: 'en', theme: 'light', width: 1440 });
  const { page } = person;
  await person.go('/companyRegister');
  await page.getByLabel('Company name').fill('Harbour Trading');
  await page.getByLabel('Contact').fill('Lin');
  await page.getByLabel('Login id').fill('harbour.lin');
  await page.getByLabel('Your name').fill('Lin Wei');
  await page.getByLabel('Email').fill('lin@harbour.invalid');
  await page.getByLabel('Password', { exact: true }).fill('HarbourWind2026');
  await page.getByLabel('Password again').fill('HarbourWind2026');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('lin@harbour.invalid').waitFor();

  await person.go('/login');
  await page.getByLabel('Login id').fill('harbour.lin');
  await page.getByLabel('Password').fill('HarbourWind2026');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(page.url()).toContain('/login');

  const link = /https?:\/\/\S+/.exec(await mailTo('lin@harbour.invalid'))?.[0] ?? '';
  await page.goto(link);
  await page
    .getByText(/valid|verified/i)
    .first()
    .waitFor();
  await person.signIn('harbour.lin', 'HarbourWind2026');
  await page.getByText('Harbour Trading').first().waitFor();
  expect(person.complaints).toEqual([]);
  await person.close();
});

test('a wrong password says so and lets nobody in', async () => {
  const person = await somebody(browser);
  await person.go('/login');
  await person.page.getByLabel('登录账号').fill('demo');
  await person.page.getByLabel('密码').fill('Wrong2026Wrong');
  await person.page.getByRole('button', { name: /登\s*录/ }).click();
  await person.page.getByRole('alert').first().waitFor();
  await person.go('/warehouse/stock');
  await person.page.waitForURL(/login/);
  await person.close();
});

test('signing out ends the session everywhere', async () => {
  const person = await somebody(browser);
  await person.signIn('demo');
  const { page } = person;
  await page.getByRole('button', { name: /demo/i }).last().click();
  await page.getByRole('menuitem', { name: /退出/ }).click();
  await page.waitForURL(/#\/login/);
  await page.waitForLoadState('load');
  await person.go('/Mainpage');
  await page.waitForURL(/#\/login/);
  await person.close();
});

describe('the frame in every look', () => {
  test.each(LOOKS.map((look) => [nameOf(look), look] as const))('%s', async (name, look) => {
    const person = await somebody(browser, look);
    await person.go('/login');
    await person.page.getByRole('button', { name: /登\s*录|Log in/ }).waitFor();
    await person.picture(`login-${name}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    await person.signIn('demo');
    await person.page.getByRole('main').getByRole('heading').first().waitFor();
    await person.settled();
    await person.picture(`home-${name}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});
