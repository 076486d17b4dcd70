import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { checkBalance } from '@tradewind/contract/finance.ts';
import { App, Button, Space } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../api/client.ts';

const KEY = 'balance-check';
const SHOWN_SECONDS = 5;

/** Prompts once for each sign-in in a window that a balance at a third-party warehouse is low. */
export default function FinanceSlot(): ReactNode {
  const { t } = useTranslation('finance');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const check = useEffectEvent(async () => {
    try {
      const { low, signIn } = await callApi(checkBalance, {}, { quiet: true });
      if (!low || sessionStorage.getItem(KEY) === signIn) return;
      sessionStorage.setItem(KEY, signIn);
      prompt();
    } catch (error) {
      // The specification: a failed check is only logged.
      console.warn('The balance check failed', error);
    }
  });
  const prompt = () =>
    notification.warning({
      key: KEY,
      title: t('balances.low'),
      duration: SHOWN_SECONDS,
      placement: 'bottomRight',
      actions: (
        <Space>
          <Button onClick={() => notification.destroy(KEY)}>{t('balances.lowClose')}</Button>
          <Button
            type="primary"
            onClick={() => {
              notification.destroy(KEY);
              void navigate(pagePaths.providerReconciliation);
            }}
          >
            {t('balances.recharge')}
          </Button>
        </Space>
      ),
    });
  useEffect(() => void check(), []);
  return null;
}
