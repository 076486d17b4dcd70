import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { z } from 'zod';
import { applications, decide } from '../areas/company/public.ts';
import { writeBulletin } from '../areas/messages/public.ts';
import type { App } from '../core/app.ts';
import { sql } from '../core/database/sql.ts';
import { Fail } from '../core/errors.ts';
import { say as inWords } from '../core/text/texts.ts';
import { Refused, run, say } from './command.ts';
import { withApp } from './opened.ts';

const USAGE = `npm run provider -- list | approve ID | reject ID REMARK | bulletin FILE | make COMPANY`;

/** What whoever runs this installation decides, from its shell. */
async function provider([command = '', ...input]: string[]): Promise<void> {
  const work = COMMANDS[command];
  if (!work) throw new Refused(USAGE);
  try {
    await withApp((app) => work(app, input));
  } catch (error) {
    if (error instanceof Fail) throw new Refused(inWords('en', error.fields[0]?.code ?? error.code, error.params));
    throw error;
  }
}

/** The same id again replaces what it said. */
const bulletinFile = z.strictObject({
  id: z.string().min(1).max(80),
  titleZh: z.string().min(1),
  titleEn: z.string().min(1),
  contentZh: z.string(),
  contentEn: z.string(),
  fromAt: z.iso.datetime({ offset: true }).optional(),
  untilAt: z.iso.datetime({ offset: true }).optional(),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const by = (): string => `shell:${userInfo().username}`;

function numbered(text: string | undefined): number {
  if (!text || !/^\d{1,15}$/.test(text)) throw new Refused(USAGE);
  return Number(text);
}

const COMMANDS: Record<string, (app: App, input: string[]) => Promise<void>> = {
  list: async (app) => {
    const waiting = (await applications(app)).list.filter((one) => one.state === 'applying');
    for (const one of waiting) {
      const wants = [one.name, one.licenceNumber, one.licenceFile ? 'licence file' : null].filter((it) => it !== null);
      say(`${one.id}  ${one.createdAt}  company ${one.customerId} ${one.presentName}: ${wants.join(', ')}`);
    }
    say(`${waiting.length} waiting`);
  },
  approve: async (app, [id]) => {
    await decide(app, by(), { id: numbered(id), approve: true, remark: '' });
    say('Approved.');
  },
  reject: async (app, [id, ...remark]) => {
    await decide(app, by(), { id: numbered(id), approve: false, remark: remark.join(' ').trim() });
    say('Rejected.');
  },
  bulletin: async (app, [file = '']) => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Refused(`${file || 'FILE'} cannot be read. ${USAGE}`);
    });
    const read = bulletinFile.safeParse(parsed(text));
    if (!read.success)
      throw new Refused(
        `${file} is no bulletin: ${read.error.issues[0]?.path.join('.')} ${read.error.issues[0]?.message}`,
      );
    const { fromAt, untilAt, ...bulletin } = read.data;
    await writeBulletin(app, {
      ...bulletin,
      fromAt: fromAt ? new Date(fromAt) : new Date(),
      ...(untilAt ? { untilAt: new Date(untilAt) } : {}),
    });
    say('Published.');
  },
  make: async (app, [companyId]) => {
    const [made] = await app.database.asOwner<{ name: string }>(
      sql`update company set provider = true where id = ${numbered(companyId)} returning name`,
    );
    if (!made) throw new Refused(`There is no company ${companyId}.`);
    say(`${made.name} runs this installation now.`);
  },
};

await run(provider);
