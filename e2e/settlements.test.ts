import { expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { settled } from './settled.ts';
import { foundCompany } from './workshop.ts';

test('a bookkeeper sees where the money is, opens a settlement, and maps a term', async () => {
  const person = await somebody();
  const login = await foundCompany(person);
  await settled(login);
  const { page } = person;
  await person.go('/finance/settlement');
  const shop = page.getByRole('row', { name: /Otherland/ });
  await shop.getByText('2026-11-09').waitFor();
  await person.settled();
  await person.picture('settlements-money-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await shop.getByRole('button', { name: /^未结算/ }).click();
  const stage = page.getByRole('dialog', { name: /Otherland · 未结算/ });
  await stage.getByRole('link', { name: 'S-1' }).waitFor();
  await person.settled();
  await person.picture('settlements-unsettled-zh-light-1440');
  await stage.getByRole('button', { name: /关闭|Close/ }).click();
  await stage.waitFor({ state: 'hidden' });

  await person.go('/finance/settlement?view=list');
  await page.getByText('P-2').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('按科目').waitFor();
  await drawer.getByText('Mystery fee').waitFor();
  await person.settled();
  await person.picture('settlements-one-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await drawer.getByText('Mystery fee').click();
  const line = page.getByRole('dialog', { name: /Mystery fee/ });
  await line.getByText('平台结算：其他').first().waitFor();
  await person.settled();
  await person.picture('settlements-line-zh-light-1440');

  await person.go('/finance/profit');
  await page.getByText('S-1').click();
  await page.getByRole('region', { name: '预估与结算' }).waitFor();
  await person.settled();
  await person.picture('settlements-profit-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await person.go('/finance/settlement?view=map');
  const term = page.getByRole('row', { name: /Mystery fee/ });
  await term.getByRole('button', { name: '归类' }).click();
  const form = page.getByRole('dialog', { name: '新增归类规则' });
  await form.getByLabel('科目').click();
  await page.locator('.ant-select-item-option', { hasText: '仓储费' }).click();
  await form.getByText(/将移动 1 条明细/).waitFor();
  await person.settled();
  await person.picture('settlements-map-zh-light-1440');
  await form.getByRole('button', { name: '保存规则' }).click();
  await page.getByText('归类规则已保存，正在重新记账').waitFor();
  await page.getByRole('region', { name: '归类规则' }).getByText('仓储费').waitFor();
  expect(person.complaints).toEqual([]);
  await others(login);
  await person.close();
});

async function others(login: string): Promise<void> {
  for (const look of OTHER_LOOKS) {
    const other: Person = await somebody(look);
    await other.signIn(login);
    for (const view of ['money', 'list', 'lines', 'map']) {
      await other.go(`/finance/settlement?view=${view}`);
      await other.page.getByRole('radio', { checked: true }).first().waitFor({ state: 'attached' });
      await other.settled();
      await other.picture(`settlements-${view}-${nameOf(look)}`);
      expect(await seriousFindings(other.page)).toEqual([]);
    }
    await other.close();
  }
}
