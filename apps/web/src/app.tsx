import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HashRouter } from 'react-router';
import { setSessionHandlers } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { connectToasts } from './api/toast.ts';
import { componentLocale } from './i18n.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Guard } from './shell/guard.tsx';
import { rightsChanged, sessionOver } from './shell/session.ts';
import { useLessMotion, useThemeMode } from './theme/mode.ts';
import { styleNonce } from './theme/nonce.ts';
import { antdTheme } from './theme/tokens.ts';

setSessionHandlers(sessionOver, rightsChanged);
/** What stays below until it is clicked leaves a list's pages within reach. */
const PAGER_HEIGHT = 56;
const CSP = { nonce: styleNonce };

export function App(): ReactNode {
  const { i18n } = useTranslation();
  const { dark } = useThemeMode();
  const still = useLessMotion();
  const theme = useMemo(() => antdTheme(dark, still), [dark, still]);
  dayjs.locale(i18n.language === 'en' ? 'en' : 'zh-cn');
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={componentLocale()}
        theme={theme}
        csp={CSP}
        button={{ autoInsertSpace: false }}
        modal={{ styles: { container: { padding: 20 } } }}
      >
        <AntApp
          component={false}
          // One line lies in the top bar: no row and no button of a page is under it. It fades also under a pointer that
          // nobody moves, as at a scan station.
          message={{ maxCount: 2, top: 6, pauseOnHover: false }}
          notification={{ maxCount: 4, top: 56, bottom: PAGER_HEIGHT }}
        >
          <Toasts />
          <ErrorBoundary>
            <HashRouter>
              <Guard />
            </HashRouter>
          </ErrorBoundary>
        </AntApp>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Toasts(): ReactNode {
  connectToasts(AntApp.useApp());
  return null;
}
