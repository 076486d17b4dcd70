import { expect, test } from 'vitest';
import { type Look, nameOf, type Person, seriousFindings, somebody } from './person.ts';

const WIDE: Look = { language: 'zh', theme: 'light', width: 1440 };
const NARROW: Look = { language: 'en', theme: 'dark', width: 390 };

const fill = async (person: Person, values: Record<string, string>) => {
  for (const [id, value] of Object.entries(values)) await person.page.locator(`#${id}`).fill(value);
};
const result = (person: Person) => person.page.getByRole('region', { name: /结果|Result/ });

test('a visitor sees what a parcel costs, by volume and by typed prices', async () => {
  for (const look of [WIDE, NARROW]) {
    const visitor = await somebody(look);
    await visitor.go('/calculatePage');
    await fill(visitor, { weight: '9', length: '60', width: '40', height: '35', step: '0.5' });
    await result(visitor).getByText('17.000 kg').waitFor();
    await fill(visitor, { firstWeight: '0.5', firstPrice: '12', stepWeight: '0.5', stepPrice: '3.2', fuel: '18.5' });
    await result(visitor).getByText('139.36').waitFor();
    await fill(visitor, { fuel: '-1' });
    await result(visitor)
      .getByText(/显示结果|to see the result/)
      .waitFor();
    await visitor.picture(`calculator-shipping-${nameOf(look)}`);
    expect(await seriousFindings(visitor.page)).toEqual([]);
    await visitor.close();
  }
});

test('a visitor sees landed cost, profit and the lowest price without a loss', async () => {
  for (const look of [WIDE, NARROW]) {
    const visitor = await somebody(look);
    await visitor.go('/CostCalculationt');
    await fill(visitor, { purchase: '71', rate: '0.14', domestic: '0.5', weight: '1.2', firstLegPerKg: '3' });
    await fill(visitor, { dutyPercent: '25', price: '39.99', lastMile: '4.5' });
    for (const amount of ['16.53', '12.96', '24.74']) await result(visitor).getByText(amount).waitFor();
    await visitor.picture(`calculator-cost-${nameOf(look)}`);
    expect(await seriousFindings(visitor.page)).toEqual([]);
    await visitor.close();
  }
});

test('a member gets quotes by the own rate cards, or why there are none, and starts from a product', async () => {
  const person = await somebody();
  await person.signIn('demo');
  await person.go('/calculatePage');
  await fill(person, { weight: '1' });
  await person.page.getByRole('combobox', { name: '国家/地区' }).fill('US ');
  await person.page.locator('.ant-select-item-option', { hasText: 'US 美国' }).click();
  await person.page.getByRole('button', { name: /报\s*价/ }).click();
  await person.page.getByText('没有生效的运价表').first().waitFor();

  await person.go('/CostCalculationt');
  await person.choose(person.page.getByRole('combobox', { name: '从商品带入' }), '20501');
  await expect.poll(() => person.page.locator('#weight').inputValue()).not.toBe('');
  await person.close();
});
