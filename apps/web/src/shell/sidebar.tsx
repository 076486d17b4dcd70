import { LockOutlined } from '@ant-design/icons';
import { getNum, type MenuItem } from '@tradewind/contract/access.ts';
import { Menu, type MenuProps } from 'antd';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { menuIcon } from './icons.tsx';
import { Logo } from './logo.tsx';
import { usePlatformMenu } from './platform-menu.ts';
import { menuKey, menuTitle } from './resolve.ts';

interface SidebarProps {
  menu: readonly MenuItem[];
  active: string;
  collapsed: boolean;
  goTo: (path: string) => void;
}
const POLL_MS = 300_000;
const UNFOLD_MS = 300;

/** A third of what the shell draws: it draws again only when it changes. */
export const Sidebar = memo(function Sidebar({ menu, active, collapsed, goTo }: SidebarProps): ReactNode {
  const { t } = useTranslation();
  const { data: counts } = useCall(getNum, {}, { everyMs: POLL_MS, staleMs: POLL_MS });
  const shown = usePlatformMenu(menu, active);
  const items = useMemo(() => {
    const numbers = new Map(counts?.map(({ modelId, num }) => [modelId, num]));
    return shown.filter((item) => !item.hidden).map((item) => toEntry(item, numbers, t('nav.locked'), true));
  }, [shown, counts, t]);
  const above = groupOf(shown, active);
  const [opened, setOpened] = useState<{ for: string; keys: string[] }>({ for: '', keys: [] });
  // A page opens its group; groups that the user opened stay open.
  if (opened.for !== active)
    setOpened({ for: active, keys: above && !opened.keys.includes(above) ? [...opened.keys, above] : opened.keys });
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for what is drawn of the new page
  useEffect(() => {
    const find = () => nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
    // A group that opens first has to unfold.
    const timer = setTimeout(find, UNFOLD_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return (
    <nav ref={nav} className="tw-nav" aria-label={t('nav.main')}>
      <div className="tw-brand">
        <Logo size={24} />
        {!collapsed && <span>{t('app.name')}</span>}
      </div>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        inlineIndent={14}
        selectedKeys={[active]}
        {...(collapsed
          ? {}
          : { openKeys: opened.keys, onOpenChange: (keys: string[]) => setOpened({ for: active, keys }) })}
        items={items}
        onClick={({ key }) => goTo(key.startsWith('locked:') ? '/error' : key)}
      />
    </nav>
  );
});

type Entry = NonNullable<MenuProps['items']>[number];

function toEntry(item: MenuItem, numbers: Map<number, number>, lockedHint: string, top: boolean): Entry {
  const title = menuTitle(item);
  const locked = item.checked === 'N';
  const children = item.children.filter((child) => !child.hidden);
  const icon = top ? { icon: menuIcon(item.meta.icon) } : {};
  if (children.length > 0 && (item.alwaysShow || children.length > 1 || item.component === 'Layout'))
    return {
      key: menuKey(item),
      ...icon,
      label: <Label title={title} count={sum(item, numbers)} dot />,
      children: children.map((child) => toEntry(child, numbers, lockedHint, false)),
    };
  return {
    key: locked ? `locked:${item.id}` : menuKey(item),
    ...icon,
    title: locked ? `${title} – ${lockedHint}` : title,
    label: <Label title={title} count={numbers.get(item.id) ?? 0} locked={locked ? lockedHint : undefined} />,
  };
}

function Label({
  title,
  count,
  dot,
  locked,
}: {
  title: string;
  count: number;
  dot?: boolean;
  locked?: string | undefined;
}): ReactNode {
  return (
    <span className="tw-nav-label" data-locked={locked ? true : undefined}>
      <span>{title}</span>
      {locked ? (
        <LockOutlined aria-label={locked} />
      ) : (
        count > 0 && (
          <span className={dot ? 'tw-nav-dot' : 'tw-nav-count'}>{dot ? '' : count > 999 ? '999+' : count}</span>
        )
      )}
    </span>
  );
}

function sum(item: MenuItem, numbers: Map<number, number>): number {
  return item.children.reduce((total, child) => total + sum(child, numbers), numbers.get(item.id) ?? 0);
}
function groupOf(menu: readonly MenuItem[], path: string): string | undefined {
  const group = menu.find((item) => item.children.some((child) => child.path === path));
  return group && menuKey(group);
}
