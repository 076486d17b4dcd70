/** A request that fails within this time after the browser began to leave was cancelled by the browser. */
const LEAVING_MS = 5000;
let left = Number.NEGATIVE_INFINITY;

// Before the unload: the browser cancels requests while the page still runs.
for (const sign of ['beforeunload', 'pagehide'])
  window.addEventListener(sign, () => {
    left = performance.now();
  });

/** Whether the page is unloading. Cancelled requests are then no failures and need no reaction. */
export function isLeaving(): boolean {
  return performance.now() - left < LEAVING_MS;
}
