import { TranslationOutlined } from '@ant-design/icons';
import { updateLocales } from '@tradewind/contract/identity.ts';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { toast } from '../api/toast.ts';
import { currentLanguage, i18n, type Language, switchLanguage } from '../i18n.ts';
import { renewSession, SESSION_KEY } from './session.ts';

async function change(language: Language, signedIn: boolean): Promise<void> {
  if (language === currentLanguage()) return;
  try {
    if (signedIn) await callApi(updateLocales, { lastLocale: language });
    await switchLanguage(language);
    // Load texts from the server again in the new language.
    void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
    if (signedIn) void renewSession();
    toast.success(i18n.t('language.switched'));
  } catch (error) {
    toast.error(error);
  }
}

export function LanguageSwitch({ signedIn }: { signedIn: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [currentLanguage()],
        items: [
          { key: 'zh', label: t('language.zh') },
          { key: 'en', label: t('language.en') },
        ],
        onClick: ({ key }) => void change(key === 'en' ? 'en' : 'zh', signedIn),
      }}
    >
      <Button type="text" icon={<TranslationOutlined />} aria-label={t('user.language')} />
    </Dropdown>
  );
}
