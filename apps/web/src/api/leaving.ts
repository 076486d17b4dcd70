/** So long after the browser began to leave, a request that breaks off was taken back by it. */
const LEAVING_MS = 5000;
let left = Number.NEGATIVE_INFINITY;

// Before the unload: the requests are broken off while the page can still act on it.
for (const sign of ['beforeunload', 'pagehide'])
  window.addEventListener(sign, () => {
    left = performance.now();
  });

/** Is the page being left or loaded anew? Then what breaks off is no failure, and nothing may be done about it. */
export function isLeaving(): boolean {
  return performance.now() - left < LEAVING_MS;
}
