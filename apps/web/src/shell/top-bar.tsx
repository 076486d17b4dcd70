import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { MenuItem } from '@tradewind/contract/access.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Bell } from './bell.tsx';
import { ExportsButton } from './exports-button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NEWS_PLACE } from './news-place.ts';
import type { ResolvedPage } from './resolve.ts';
import { SearchButton } from './search-button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  page: ResolvedPage;
  menu: readonly MenuItem[];
  collapsed: boolean;
  onToggle: () => void;
  goTo: (path: string) => void;
}

export function TopBar({ page, menu, collapsed, onToggle, goTo }: TopBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <header className="tw-top tw-no-print">
      <Button
        type="text"
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={collapsed ? t('nav.expand') : t('nav.collapse')}
        onClick={onToggle}
      />
      <nav className="tw-breadcrumb" aria-label={t('nav.breadcrumb')}>
        <ol>
          {page.trail.map((title, index) => (
            <li key={title} aria-current={index === page.trail.length - 1 ? 'page' : undefined}>
              {index === page.trail.length - 1 ? <h1>{title}</h1> : title}
            </li>
          ))}
        </ol>
      </nav>
      <span className="tw-grow" />
      <span id={NEWS_PLACE} className="tw-news-place" role="status" />
      <SearchButton menu={menu} goTo={goTo} />
      <ExportsButton />
      <Bell />
      <ThemeSwitch />
      <LanguageSwitch signedIn />
      <UserMenu />
    </header>
  );
}
