import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setThemeMode, type ThemeMode, useThemeMode } from '../theme/mode.ts';

const ICONS: Record<ThemeMode, ReactNode> = {
  system: <DesktopOutlined />,
  light: <SunOutlined />,
  dark: <MoonOutlined />,
};
const MODES = ['system', 'light', 'dark'] as const;

export function ThemeSwitch(): ReactNode {
  const { t } = useTranslation();
  const { mode, dark } = useThemeMode();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [mode],
        items: MODES.map((each) => ({ key: each, icon: ICONS[each], label: t(`theme.${each}`) })),
        onClick: ({ key }) => setThemeMode(MODES.find((each) => each === key) ?? 'system'),
      }}
    >
      <Button type="text" icon={dark ? ICONS.dark : ICONS.light} aria-label={t('user.theme')} />
    </Dropdown>
  );
}
