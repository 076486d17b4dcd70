/** Where the sign-in leads: the page that was wanted. Only paths of this program, and never the sign-in itself. */
export function wantedPath(params: URLSearchParams): string {
  const wanted = params.get('redirect') ?? '';
  return wanted.startsWith('/') && !wanted.startsWith('//') && !/^\/login(\?|$)/.test(wanted) ? wanted : '/';
}
