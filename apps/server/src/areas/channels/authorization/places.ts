/**
 * Where the platform sends the browser back to. It has to be where the user's browser is, else the cookie that proves it
 * is the same one does not come along; but only our own address or one of this machine is ever used.
 */
export function homeOf(publicUrl: string, origin: string | undefined): string {
  if (!origin) return publicUrl;
  const { protocol, hostname, origin: plain } = new URL(origin);
  const mine = new URL(publicUrl);
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  if (protocol === 'http:' && loopback.test(hostname) && loopback.test(mine.hostname)) return plain;
  return publicUrl;
}
