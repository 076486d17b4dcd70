import { Activity, memo, type ReactNode, Suspense, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageContext, PageRootContext } from './page-context.ts';
import { PageView } from './page-view.tsx';
import type { ResolvedPage } from './resolve.ts';
import type { OpenTab } from './tabs.ts';
import { hasUnsaved } from './unsaved.ts';

const KEPT_PAGES = 10;

/** Pages of open tabs stay mounted while another is visible; a noCache page starts again each time. */
export function KeepAlive({ tabs, active }: { tabs: readonly OpenTab[]; active: ResolvedPage }): ReactNode {
  const { search } = useLocation();
  const kept = [...tabs]
    .sort((a, b) => b.seen - a.seen)
    .filter(
      (tab, index) =>
        tab.path === active.path || (tab.seen > 0 && !tab.page.noCache && (index < KEPT_PAGES || hasUnsaved(tab.path))),
    );
  const inOrder = tabs.filter((tab) => kept.includes(tab));
  return (
    <>
      {inOrder.map((tab) => (
        <Activity key={`${tab.path}#${tab.version}`} mode={tab.path === active.path ? 'visible' : 'hidden'}>
          <Page
            path={tab.path}
            search={tab.search}
            pattern={tab.page.pattern}
            component={tab.page.component}
            title={tab.page.title}
            moduleId={tab.page.moduleId}
          />
        </Activity>
      ))}
      {active.component === 'error' && (
        <Page
          path={active.path}
          search={search}
          pattern={active.pattern}
          component={active.component}
          title={active.title}
          moduleId={active.moduleId}
        />
      )}
    </>
  );
}

interface PageProps {
  path: string;
  search: string;
  pattern: string;
  component: string;
  title: string;
  moduleId: number;
}

/** Each page sees its own location, so that a hidden list keeps its own filters. */
const Page = memo(function Page({ path, search, pattern, component, title, moduleId }: PageProps): ReactNode {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  return (
    <div className="tw-page" ref={setRoot}>
      <PageRootContext value={root}>
        <PageContext value={{ path, title, moduleId }}>
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Routes location={{ pathname: path, search, hash: '', state: null, key: path }}>
                <Route path={pattern} element={<PageView name={component} />} />
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </PageContext>
      </PageRootContext>
    </div>
  );
});

function PageSkeleton(): ReactNode {
  return (
    <div className="tw-page-skeleton" aria-busy="true">
      <span className="tw-bar" style={{ width: 220 }} />
      <span className="tw-bar" style={{ width: '70%' }} />
      <span className="tw-bar" style={{ width: '60%' }} />
    </div>
  );
}
