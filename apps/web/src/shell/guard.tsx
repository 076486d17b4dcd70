import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { enter } from './enter.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageView } from './page-view.tsx';
import { isSignIn, redirectPath } from './redirect.ts';
import { isOpen, type Resolved, resolvePath, wantsSession } from './resolve.ts';
import { SESSION_KEY, SessionContext } from './session.ts';

const NEVER = Number.POSITIVE_INFINITY;
const TYPING_MS = 1500;
const loadLayout = () => import('./layout.tsx');
/** Loads beside the session, or while the user types the sign-in, which does not wait for it. */
const Layout = lazy(async () => ({ default: (await loadLayout()).Layout }));

export function Guard(): ReactNode {
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  const open = isOpen(pathname);
  const params = new URLSearchParams(search);
  const signedOut = pathname === '/login' && params.has('isLogout');
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: enter,
    enabled: !signedOut && (!open || wantsSession(pathname)),
    retry: false,
    staleTime: NEVER,
    gcTime: NEVER,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    const timer = setTimeout(() => void loadLayout().catch(() => {}), open ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [open]);
  if (isSignIn(pathname) && session.data && !signedOut) return <Navigate to={redirectPath(params, pathname)} replace />;
  if (!open && session.isError && !session.isFetching)
    return <Navigate to={`/login?redirect=${encodeURIComponent(pathname + search)}`} replace />;
  if ((!open || isSignIn(pathname)) && !session.data && session.isLoading) return <Waiting />;
  if (!open && !session.data) return <Waiting />;
  // Until a new one is set the server permits next to nothing.
  if (!open && session.data && session.data.user.passwordDaysLeft < 0) return <Navigate to="/ChangePassword" replace />;
  if (!open && session.data?.user.secondFactorNeeded) return <Navigate to="/SecondFactor" replace />;

  const page = resolvePath(pathname, session.data?.menu ?? []);
  const title = page.kind === 'page' ? `${page.title} - ${t('app.name')}` : t('app.name');
  return (
    <SessionContext value={session.data}>
      <title>{title}</title>
      <Found page={page} signedIn={!!session.data} />
    </SessionContext>
  );
}

function Found({ page, signedIn }: { page: Resolved; signedIn: boolean }): ReactNode {
  const { pathname } = useLocation();
  if (page.kind === 'redirect') return <Navigate to={page.to} replace />;
  // With a new right the page opens by itself.
  if (page.kind === 'denied') return <Navigate to={`/error?${new URLSearchParams({ denied: pathname })}`} replace />;
  if (page.kind === 'unknown') return <Navigate to="/404" replace />;
  if (page.frame === 'layout' && signedIn)
    return (
      <Suspense fallback={<Waiting />}>
        <Layout page={page} />
      </Suspense>
    );
  return (
    <ErrorBoundary key={page.path}>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path={page.pattern} element={<PageView name={page.component} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

export function Waiting(): ReactNode {
  return (
    <div className="tw-waiting">
      <Spin delay={200} size="large" />
    </div>
  );
}
