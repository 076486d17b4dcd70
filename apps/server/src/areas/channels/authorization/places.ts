/**
 * The return address for the platform. It must match the user's browser, or the cookie that proves the same browser is
 * missing; uses only our own address or a loopback address.
 */
export function homeOf(publicUrl: string, origin: string | undefined): string {
  if (!origin) return publicUrl;
  const { protocol, hostname, origin: plain } = new URL(origin);
  const mine = new URL(publicUrl);
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  if (protocol === 'http:' && loopback.test(hostname) && loopback.test(mine.hostname)) return plain;
  return publicUrl;
}
