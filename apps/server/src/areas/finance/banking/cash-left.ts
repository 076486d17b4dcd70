import { maySee } from '../../../core/context.ts';
import { moneyText } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { approvalRead } from '../../approvals/public.ts';
import { companyOf } from '../../company/public.ts';
import { moneyLeft } from './accounts.ts';

/** Whoever approves a payment sees what the company has at hand. */
approvalRead.listen(async (tx, { docKind, language, add }) => {
  if (docKind !== 'supplier_payment' || !maySee(tx.rights, 'seeCost')) return;
  const left = await moneyLeft(tx);
  if (left === null) return;
  const { baseCurrency } = await companyOf(tx);
  add({ label: say(language, 'finance.bank.cashLeft'), value: moneyText(left, baseCurrency) });
});
