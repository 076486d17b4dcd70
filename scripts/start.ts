import { buildWeb } from './web.ts';

const LOOK_EVERY_MS = 300;

/**
 * npm runs scripts through a shell: a SIGTERM for npm reaches that shell, which ends without telling us. We see that it
 * is gone by having another parent, and stop as if the signal had come to us.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}

stopWithNpm();
await buildWeb();
// In this same process, so that signals reach the program itself.
await import('../apps/server/src/main.ts');
