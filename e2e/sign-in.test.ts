import { describe, expect, test } from 'vitest';
import { LOOKS, nameOf, seriousFindings, somebody } from './person.ts';
import { linkIn, mailTo } from './workshop.ts';

test('a company registers, validates its mail address and signs in', async () => {
  const person = await somebody({ language: 'en', theme: 'light', width: 1440 });
  const { page } = person;
  const login = `harbour.${Date.now().toString(36)}`;
  const mail = `${login}@harbour.invalid`;
  await person.go('/companyRegister');
  await page.getByLabel('Company name').fill('Harbour Trading');
  await page.getByLabel('Contact').fill('Lin');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Full name').fill('Lin Wei');
  await page.getByLabel('Email').fill(mail);
  await page.getByLabel('Password', { exact: true }).fill('HarbourWind2026');
  await page.getByLabel('Repeat password').fill('HarbourWind2026');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText(mail).waitFor();

  await person.go('/login');
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('Password').fill('HarbourWind2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(page.url()).toContain('/login');

  await page.goto(linkIn(await mailTo(mail)));
  await page
    .getByText(/valid|verified/i)
    .first()
    .waitFor();
  await person.signInByForm(login, 'HarbourWind2026');
  await page.getByRole('button', { name: /Lin Wei/ }).click();
  await page.getByText('Harbour Trading').waitFor();
  expect(person.complaints).toEqual([]);
  await person.close();
});

test('a wrong password says so and lets nobody in', async () => {
  const person = await somebody();
  await person.go('/login');
  await person.page.getByLabel('用户名').fill('demo');
  await person.page.getByLabel('密码').fill('Wrong2026Wrong');
  await person.page.getByRole('button', { name: /登\s*录/ }).click();
  await person.page.getByRole('alert').first().waitFor();
  await person.go('/warehouse/stock');
  await person.page.waitForURL(/login/);
  await person.close();
});

test('signing out ends the session everywhere', async () => {
  const person = await somebody();
  await person.signInByForm('demo');
  const { page } = person;
  await page.getByRole('button', { name: /演示账号/ }).click();
  await page.getByRole('menuitem', { name: /退出/ }).click();
  await person.isSignedOut();
  await person.go('/Mainpage');
  await page.waitForURL(/#\/login\?redirect=/);
  await person.close();
});

describe('the frame in every look', () => {
  test.each(LOOKS.map((look) => [nameOf(look), look] as const))('%s', async (name, look) => {
    const person = await somebody(look);
    await person.go('/login');
    await person.page.getByRole('button', { name: /登\s*录|Sign in/ }).waitFor();
    await person.picture(`login-${name}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    await person.signInByForm('demo');
    await person.page.getByRole('main').waitFor();
    await person.settled();
    await person.picture(`home-${name}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});
