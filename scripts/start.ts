import { buildWeb } from './web.ts';

await buildWeb();
// In this same process, so that signals reach the program itself.
await import('../apps/server/src/main.ts');
