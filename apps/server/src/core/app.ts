import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Vault } from './crypto.ts';
import type { Database } from './database/database.ts';
import { sql } from './database/sql.ts';
import type { FileStore } from './files.ts';
import type { Mailer } from './mail.ts';

/** The services of the process: main creates it once and passes it to routes and jobs. */
export interface App {
  config: Config;
  database: Database;
  vault: Vault;
  files: FileStore;
  mailer: Mailer;
  log: Logger;
  /** It does not work yet; it is about to stop. */
  life?: 'starting' | 'stopping' | undefined;
  /** Since when this process has the database to itself: work in progress from before has lost its process. */
  aloneSince?: Date;
}

/** Whether requests and jobs may come: `ok`, or why not. */
export async function readiness(app: App): Promise<string> {
  if (app.life) return app.life;
  return app.database.global(sql`select 1`).then(
    () => 'ok',
    () => 'database unavailable',
  );
}
