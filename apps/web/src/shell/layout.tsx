import { Watermark } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGranted } from '../components/can.tsx';
import { setCompanyZone } from '../components/days.ts';
import { useNarrow } from '../components/use-narrow.ts';
import { useStable } from '../components/use-stable.ts';
import { shellSlots } from '../pages.ts';
import { useThemeMode } from '../theme/mode.ts';
import { useExpiryWarning } from './expiry-warning.tsx';
import { useHints } from './hints.ts';
import { IdleLock } from './idle-lock.tsx';
import { KeepAlive } from './keep-alive.tsx';
import { affixPaths, HOME, type ResolvedPage, resolvePath } from './resolve.ts';
import { useSession, useUser } from './session.ts';
import { ShortcutsKey } from './shortcuts-key.tsx';
import { Sidebar } from './sidebar.tsx';
import { readSidebar, saveSidebar } from './sidebar-status.ts';
import { TabBar } from './tab-bar.tsx';
import { useTabs } from './tabs.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

const BalanceWarning = lazy(() => import('./balance-warning.tsx'));
const SideDrawer = lazy(() => import('./side-drawer.tsx'));
const MOBILE_BELOW = 992;

export function Layout({ page }: { page: ResolvedPage }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  const menu = useSession()?.menu ?? [];
  const mobile = useNarrow(MOBILE_BELOW);
  const { dark } = useThemeMode();
  const [collapsed, setCollapsed] = useState(() => readSidebar() === 'closed');
  // The drawer belongs to the page it was opened on: another page closes it.
  const [drawerOn, setDrawerOn] = useState<string>();
  const find = (path: string) => {
    const found = resolvePath(path, menu);
    return found.kind === 'page' && found.frame === 'layout' ? found : undefined;
  };
  const tabs = useTabs(page, affixPaths(menu), find);
  useEffect(() => setCompanyZone(user.timeZone), [user.timeZone]);
  useExpiryWarning(user);
  useHints();
  // Load them when the page opens, so that its buttons do not appear one by one.
  useGranted([page.moduleId]);
  useEffect(() => {
    const closeDrawer = () => setDrawerOn(undefined);
    window.addEventListener('resize', closeDrawer);
    return () => window.removeEventListener('resize', closeDrawer);
  }, []);

  const goTo = useStable((path: string) => {
    setDrawerOn(undefined);
    navigate(tabs.urlOf(path));
  });
  const toggle = () => {
    if (mobile) return setDrawerOn(drawerOn === page.path ? undefined : page.path);
    saveSidebar(collapsed ? 'open' : 'closed');
    setCollapsed(!collapsed);
  };
  const close = (paths: readonly string[]) => {
    tabs.close(paths);
    if (!paths.includes(page.path)) return;
    const rest = tabs.tabs.filter((tab) => !paths.includes(tab.path));
    const next = rest.reduce<(typeof rest)[number] | undefined>(
      (best, tab) => (best && best.seen > tab.seen ? best : tab),
      undefined,
    );
    navigate(next ? tabs.urlOf(next.path) : HOME);
  };
  return (
    <Watermark
      className="tw-watermark"
      content={user.watermark ? user.name || user.userLoginId : ''}
      font={{ color: dark ? 'rgba(255,255,255,0.035)' : 'rgba(0,0,0,0.035)', fontSize: 14 }}
      gap={[140, 120]}
    >
      <button type="button" className="tw-skip" onClick={() => document.getElementById('content')?.focus()}>
        {t('nav.skip')}
      </button>
      <div className="tw-shell">
        {!mobile && (
          <aside className="tw-side" data-collapsed={collapsed || undefined}>
            <Sidebar menu={menu} active={page.path} collapsed={collapsed} goTo={goTo} />
          </aside>
        )}
        {mobile && (
          <Suspense fallback={null}>
            <SideDrawer open={drawerOn === page.path} onClose={() => setDrawerOn(undefined)}>
              <Sidebar menu={menu} active={page.path} collapsed={false} goTo={goTo} />
            </SideDrawer>
          </Suspense>
        )}
        <div className="tw-main">
          <TopBar page={page} menu={menu} collapsed={mobile || collapsed} onToggle={toggle} goTo={goTo} />
          <TabBar tabs={tabs.tabs} active={page.path} goTo={goTo} onClose={close} onReload={tabs.reload} />
          <main id="content" className="tw-content" tabIndex={-1}>
            <KeepAlive tabs={tabs.tabs} active={page} />
          </main>
        </div>
      </div>
      <IdleLock />
      <ShortcutsKey />
      <Suspense fallback={null}>
        <BalanceWarning />
      </Suspense>
      {shellSlots.map(({ area, Slot }) => (
        <Suspense key={area} fallback={null}>
          <Slot />
        </Suspense>
      ))}
    </Watermark>
  );
}
