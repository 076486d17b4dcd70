import { checkBalance } from '@tradewind/contract/finance/check-balance.ts';
import { App, Button, Space } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../api/client.ts';

const KEY = 'balance-check';
const SHOWN_SECONDS = 5;

/** Prompts once for each sign-in in a window that a balance at a third-party warehouse is low. Shows nothing itself. */
export default function BalanceWarning(): null {
  const { t } = useTranslation();
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
      title: t('lowBalance.text'),
      duration: SHOWN_SECONDS,
      placement: 'bottomRight',
      actions: (
        <Space>
          <Button onClick={() => notification.destroy(KEY)}>{t('lowBalance.close')}</Button>
          <Button
            type="primary"
            onClick={() => {
              notification.destroy(KEY);
              void navigate('/finance/thirdparty');
            }}
          >
            {t('lowBalance.recharge')}
          </Button>
        </Space>
      ),
    });
  useEffect(() => void check(), []);
  return null;
}
