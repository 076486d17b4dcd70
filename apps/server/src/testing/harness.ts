import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import pg from 'pg';
import { pino } from 'pino';
import { createCompany } from '../areas/company/public.ts';
import { insertUser, openSession } from '../areas/identity/public.ts';
import type { App } from '../core/app.ts';
import { type Config, readConfig } from '../core/config.ts';
import { type Ctx, systemContext } from '../core/context.ts';
import { Vault } from '../core/crypto.ts';
import { Database } from '../core/database/database.ts';
import { openFiles } from '../core/files.ts';
import { startWorker } from '../core/jobs/worker.ts';
import { openMailer } from '../core/mail.ts';
import { asRole } from '../core/start.ts';
import { serve } from '../serve.ts';
import { send } from './http.ts';

export interface Answer<T> {
  status: number;
  code: number;
  msg: string;
  data: T;
  headers: Headers;
}

export interface Person {
  userId: number;
  companyId: number;
  userLoginId: string;
  token: string;
}

export interface TestServer {
  app: App;
  url: string;
  /** A company with a main account, signed in. */
  company(name?: string): Promise<Person & { ctx: Ctx }>;
  /** A member of a company with the given modules and buttons ("201", "201:edit"). */
  member(companyId: number, rights?: string[]): Promise<Person>;
  /** Over real HTTP. Never throws on a refusal: look at status and code. */
  call<C extends Call>(call: C, input: InputOf<C>, as?: Person): Promise<Answer<ResultOf<C>>>;
  /** The same, failing the test unless the answer is 200. */
  ok<C extends Call>(call: C, input: InputOf<C>, as?: Person): Promise<ResultOf<C>>;
  /** A worker of an own server; ends with it. */
  startWorker(): Promise<void>;
  /** Waits until `look` gives something, at most `seconds`. Null would be something: the type refuses it. */
  until<T extends NonNullable<unknown>>(look: () => Promise<T | undefined | false>, seconds?: number): Promise<T>;
  /** Waits until a statement waits for a lock that another transaction holds. */
  blocked(): Promise<void>;
  /** Ends an own server with its database. The shared one goes on for the next file. */
  close(): Promise<void>;
}

const citus = process.env.TEST_CITUS_URL !== undefined;

/**
 * The server that the test files of this process share, one after the other: a file makes companies of its own and looks
 * at nothing else. Take `ownServer` for what reaches over companies: a worker, schedules, another environment, plans of
 * statements, the catalogue.
 */
export async function testServer(): Promise<TestServer> {
  shared ??= start({});
  const running = await shared;
  return serverFor(running, {
    startWorker: () => Promise.reject(new Error('A worker takes the jobs of every company: use ownServer()')),
    close: async () => {},
  });
}

/** A whole server on a database of its own, cloned from the migrated template: real PostgreSQL, real HTTP. */
export async function ownServer(env: Record<string, string> = {}): Promise<TestServer> {
  const running = await start(env);
  let worker: { stop(): Promise<void> } | undefined;
  return serverFor(running, {
    startWorker: async () => {
      worker ??= await startWorker(running.app, { alone: true });
    },
    close: async () => {
      await worker?.stop();
      await running.close();
    },
  });
}

/** Calls and people of an application that a test has opened by itself, and closes so. */
export const serverOn = (app: App, url: string): TestServer =>
  serverFor(
    { app, url, close: async () => {} },
    { startWorker: () => Promise.reject(new Error('It has no worker')), close: async () => {} },
  );

interface Running {
  app: App;
  url: string;
  close(): Promise<void>;
}

function urlOf(serverUrl: string, database: string): string {
  const target = new URL(serverUrl);
  target.pathname = `/${database}`;
  return target.toString();
}

let shared: Promise<Running> | undefined;
let databases = 0;
let people = 0;

async function start(env: Record<string, string>): Promise<Running> {
  const { TEST_SERVER_URL: serverUrl, TEST_FOLDER: folder } = process.env;
  if (!serverUrl || !folder) throw new Error('Run tests through vitest with the test database (npm test)');
  // A cluster's database cannot be cloned: there all servers share one.
  const name = citus ? 'tradewind' : `test_${randomBytes(6).toString('hex')}`;
  if (!citus) await withAdmin(serverUrl, `create database ${name} template template_tradewind strategy file_copy`);
  const dataDir = await mkdtemp(join(folder, 'server-'));
  const config: Config = readConfig({
    TRADEWIND_DATA: dataDir,
    TRADEWIND_CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    TRADEWIND_DEMO: 'off',
    ...env,
  });
  const { TEST_POOLER_URL: pooler, TEST_POOLER_NAMED: named } = process.env;
  const directUrl = urlOf(serverUrl, name);
  const ownerUrl = pooler ? urlOf(pooler, name) : directUrl;
  const log = pino({ level: config.logLevel, serializers: { error: pino.stdSerializers.err } });
  const database = new Database(
    {
      owner: ownerUrl,
      app: asRole(ownerUrl, 'tradewind_app', 'app-for-tests'),
      direct: pooler ? directUrl : undefined,
    },
    { appConnections: 16, namedStatements: named !== 'off', onError: () => {} },
  );
  // What the process remembers by company must not meet the company of another database under the same id.
  if (!citus)
    await database.owner.query(`select setval(pg_get_serial_sequence('company', 'id'), $1)`, [++databases * 10_000]);
  await database.detectCitus();
  const app: App = {
    config,
    database,
    vault: new Vault(config.secret, config.otherSecrets),
    files: await openFiles(config),
    mailer: openMailer(config),
    log,
  };
  const served = await serve(app);
  await served.server.listen({ host: '127.0.0.1', port: 0 });
  const address = served.server.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  config.publicUrl = url;
  return {
    app,
    url,
    close: async () => {
      await served.close();
      await database.close();
      if (!citus) await withAdmin(serverUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function serverFor({ app, url }: Running, own: Pick<TestServer, 'startWorker' | 'close'>): TestServer {
  const { owner } = app.database;
  const person = async (companyId: number, mainAccount: boolean): Promise<Person> => {
    const userLoginId = `user${++people}.${companyId}`;
    const userId = await app.database.inCompany(systemContext(companyId, 'identity'), async (tx) =>
      insertUser(
        tx,
        {
          userLoginId,
          name: userLoginId,
          email: `${userLoginId}@test.invalid`,
          mainAccount,
          emailVerified: true,
        },
        PASSWORD_HASH,
      ),
    );
    const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'test' });
    return { userId, companyId, userLoginId, token };
  };
  return {
    app,
    url,
    ...own,
    company: async (companyName = 'Test') => {
      const companyId = await createCompany(app, { name: companyName, validated: true });
      return { ...(await person(companyId, true)), ctx: systemContext(companyId, 'test') };
    },
    member: async (companyId, rights = []) => {
      const member = await person(companyId, false);
      for (const right of rights) {
        const [moduleId, button] = right.split(':');
        await owner.query('insert into user_module values ($1, $2, $3) on conflict do nothing', [
          companyId,
          member.userId,
          Number(moduleId),
        ]);
        if (button)
          await owner.query('insert into user_button values ($1, $2, $3, $4)', [
            companyId,
            member.userId,
            Number(moduleId),
            button,
          ]);
      }
      return member;
    },
    call: (call, input, as) => callOver(url, call, input, as?.token),
    ok: async (call, input, as) => {
      const answer = await callOver(url, call, input, as?.token);
      if (answer.code !== 200)
        throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.data)}`);
      return answer.data;
    },
    until,
    blocked: async () => {
      await until(async () => {
        const waiting = await owner.query(
          citus
            ? 'select from citus_lock_waits'
            : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.rowCount !== 0;
      });
    },
  };
}

/** Looks at once, then after short pauses that grow: the next look never waits longer than has been waited already. */
export async function until<T extends NonNullable<unknown>>(
  look: () => Promise<T | undefined | false>,
  seconds = 90,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 100)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Of 'Tradewind2026', with the least work that argon2 takes. */
const PASSWORD_HASH = '$argon2id$v=19$m=8,t=1,p=1$AF11rAVdLgl20rypIqN3vg$5ZGAg6OeMRpVsnnvrMUcydV46vuQC2pIAtT0fBoqYHY';

async function withAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // The template may be in use by another file's clone for a moment.
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query(statement);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await admin.end();
}

export async function callOver<C extends Call>(
  url: string,
  call: C,
  input: InputOf<C>,
  token?: string,
): Promise<Answer<ResultOf<C>>> {
  const target = new URL(`/api${call.path}`, url);
  const headers: Record<string, string> = token ? { token } : {};
  const supplied = input as Record<string, unknown>;
  let body: string | undefined;
  if (call.method === 'POST') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(supplied);
  } else {
    for (const [key, value] of Object.entries(supplied))
      if (value !== undefined) target.searchParams.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  const { status, headers: answered, text } = await send(target, call.method, headers, body);
  const read = text.startsWith('{')
    ? (JSON.parse(text) as { code: number; msg: string; data: ResultOf<C> })
    : { code: status, msg: text, data: undefined as never };
  return { status, ...read, headers: answered };
}
