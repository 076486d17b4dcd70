import type { App } from './app.ts';
import type { Ctx } from './context.ts';
import { sql } from './database/sql.ts';
import type { Mail } from './mail.ts';

/** The way of every mail of a company. None leaves a sample company, whose people and addresses are made up. */
export async function sendMail(app: App, ctx: Ctx, mail: Mail): Promise<void> {
  const sample = await app.database.look(ctx, (tx) =>
    tx.row(sql`select 1 as sample from company where id = ${sql.company} and sample_until is not null`),
  );
  if (!sample) await app.mailer.send(mail);
}
