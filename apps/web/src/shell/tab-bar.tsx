import { CloseOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenTab } from './tabs.ts';
import { hasUnsaved } from './unsaved.ts';

interface TabBarProps {
  tabs: readonly OpenTab[];
  active: string;
  goTo: (path: string) => void;
  onClose: (paths: readonly string[]) => void;
  onReload: (path: string) => void;
}

/** Visited pages. Middle click closes; the other acts are in the context menu. */
export function TabBar({ tabs, active, goTo, onClose, onReload }: TabBarProps): ReactNode {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current
      ?.querySelector(`[data-path="${CSS.escape(active)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const close = (desired: readonly OpenTab[]) => {
    const closing = desired.filter((tab) => !tab.page.affix);
    const paths = closing.map((tab) => tab.path);
    const unsaved = closing.find((tab) => hasUnsaved(tab.path));
    if (!unsaved) return onClose(paths);
    modal.confirm({
      title: t('tabs.unsavedTitle', { name: unsaved.page.title }),
      content: t('tabs.unsavedText'),
      okText: t('form.discard'),
      cancelText: t('form.keepEditing'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => onClose(paths),
    });
  };
  const acts: Record<string, (tab: OpenTab) => void> = {
    reload: (tab) => {
      goTo(tab.path);
      onReload(tab.path);
    },
    close: (tab) => close([tab]),
    others: (tab) => close(tabs.filter((each) => each !== tab)),
    right: (tab) => close(tabs.slice(tabs.indexOf(tab) + 1)),
    all: () => close(tabs),
  };
  return (
    <nav className="tw-tabs tw-no-print" aria-label={t('tabs.label')} ref={bar}>
      {tabs.map((tab) => (
        <Dropdown
          key={tab.path}
          trigger={['contextMenu']}
          menu={{
            items: [
              { key: 'reload', label: t('tabs.reload') },
              { key: 'close', label: t('tabs.close'), disabled: tab.page.affix },
              { key: 'others', label: t('tabs.closeOthers') },
              { key: 'right', label: t('tabs.closeRight') },
              { key: 'all', label: t('tabs.closeAll') },
            ],
            onClick: ({ key }) => acts[key]?.(tab),
          }}
        >
          <div className="tw-tab" data-active={tab.path === active || undefined} data-path={tab.path}>
            <button
              type="button"
              aria-current={tab.path === active ? 'page' : undefined}
              onClick={() => goTo(tab.path)}
              onAuxClick={(event: MouseEvent) => event.button === 1 && close([tab])}
            >
              {tab.page.title}
            </button>
            {!tab.page.affix && (
              <button
                type="button"
                className="tw-tab-close"
                aria-label={t('tabs.closeNamed', { name: tab.page.title })}
                onClick={() => close([tab])}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
        </Dropdown>
      ))}
    </nav>
  );
}
